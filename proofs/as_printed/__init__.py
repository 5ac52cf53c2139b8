"""The automata exactly as the documents print them, so that what is printed can be run and refuted.

Each module builds the edges of one printed construction; ``runtime`` moves instances along edges
as the documents say. Where a text leaves a gap, each way to fill it is a *reading*.

Here does not belong: any correction. What is right is in ``reference`` and in ``spec``.
"""
