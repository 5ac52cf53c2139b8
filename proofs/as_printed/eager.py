"""The eager automaton as printed: prefixes of a sequence in the order of arrival.

Self-loops ignore every name; the k-th connecting edge takes the k-th name. A clause sits on the
edge of its latest name in the order of the pattern.

Paper: [D] section 3.2.1.
"""

from __future__ import annotations

from augury.proofs.as_printed.chain import clauses_on, holds
from augury.proofs.as_printed.runtime import ACCEPT, Edge, Printed
from augury.spec.language.normal import Branch


def eager(branch: Branch) -> Printed:
    """Return the chain of n + 1 states for a sequence.  Paper: [D] section 3.2.1."""
    names = branch.positive
    states = [*(f"q{number}" for number in range(1, len(names) + 1)), ACCEPT]
    edges: list[Edge] = []
    for number, name in enumerate(names):
        condition = holds(clauses_on(name, names, branch))
        edges += [
            Edge(states[number], states[number], "ignore", names),
            Edge(states[number], states[number + 1], "take", (name,), condition),
        ]
    return Printed(states[0], tuple(edges), branch.types, branch.window)
