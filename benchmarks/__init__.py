"""Side-by-side measurements; every one checks that the answers agree before it prints a time.

Here belongs what is timed. Here does not belong: a test (``tests`` never asserts a time).
"""
