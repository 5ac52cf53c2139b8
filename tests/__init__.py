"""Where the rooms of the house meet; ``tests/README.md`` says which folder holds what.

Here does not belong: anything that ships.
"""
