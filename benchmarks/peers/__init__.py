"""Other engines on our question: each in an environment of its own, asked as a subprocess.

Here belongs what a peer needs to be asked fairly, and the workload. Here does not belong: an
import of a peer's library into our own process.
"""
