"""Runnable stories and the seeded data they run on.

Here belong data generators and short programs that use the front door as a user would.

Here does not belong: anything that another room imports, except the demo.
"""
