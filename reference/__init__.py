"""HOW, plainly: the eager, chain and tree automata, monitors, ranking, the simulated scheduler.

Here belong algorithms in pure Python that a reader can step through; they import ``spec``.

Here does not belong: definitions (``spec``), columns or processes (``spark_impl``), proofs.
"""
