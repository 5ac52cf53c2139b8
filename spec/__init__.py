"""WHAT is true: the language, the events, the declarative semantics, the conformance vectors.

Here belong definitions that a reader can check against ``SEMANTICS.md``: small pure functions
over frozen data, as slow as clarity needs. Only the standard library and ``lark`` are imported
(``spec.strategies`` may import Hypothesis, and only when asked).

Here does not belong: anything chosen for speed, file formats, engines, processes, solvers.
"""
