"""HOW, fast: the columnar kernel, PySpark batch and streaming, the multi-core scheduler.

Here belongs whatever is built for scale. It imports ``spec`` and never ``reference``: an oracle
and the thing it judges share no algorithm.

Here does not belong: a rule that a proof needs too; that is a pure function in ``spec``.
"""
