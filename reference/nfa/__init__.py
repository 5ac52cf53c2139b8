"""Automata that find matches: the data, the topologies, and the machine that runs them.

Here does not belong: what a match is (``augury.spec.semantics``).
"""
