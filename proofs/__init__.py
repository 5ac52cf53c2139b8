"""WHY: obligations for Z3 and cvxpy in one registry, each with a canary that must be refuted.

Here belong statements about the functions of ``spec``, applied to symbolic terms, and the
automata as the documents print them.

Here does not belong: anything that an engine needs at run time.
"""
