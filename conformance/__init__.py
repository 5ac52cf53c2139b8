"""FOR OTHERS: the runner that holds an engine to the vectors, and its reports.

Here belongs everything an engine's author runs in their own CI. Engines are reached through the
front door, ``augury.match``, or as a process.

Here does not belong: the vectors and their schema (``spec``), or an engine.
"""
