"""WHY, with concurrency: TLA+ models, their TLC configurations and the runner.

Here belongs what interleaves: expiry, the task scheduler, the monitoring protocol, hand-over.

Here does not belong: sequential reasoning (``proofs``) and the code that is being modelled.
"""
