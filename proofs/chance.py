"""First-chance negation as the machine does it: every small stream, every order, and the tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from augury.proofs.printed_cases import only_branch, parsed, stream_of
from augury.proofs.printed_chance import CALM, SOURCE, TIED, cases
from augury.proofs.registry import Json, Obligation, searched
from augury.reference.nfa.instance import Road
from augury.reference.nfa.machine import Machine
from augury.reference.nfa.topology import Chain, Tree
from augury.spec.events import Event
from augury.spec.semantics import Binding, matches


class _Hasty(Machine):
    """A false machine: a witness anywhere in the buffer rejects, whatever the window."""

    __slots__ = ()

    def _rejects(self, road: Road, bound: Binding, event: Event | None = None) -> bool:
        return bool(self.buffer.of_type(road.type))


def equal_machine(machine: type[Machine]) -> Callable[[Json], bool]:
    """Return the law that a machine with early rejections answers as the definition."""

    def law(item: Json) -> bool:
        stream, pattern = stream_of(item["stream"]), parsed(item["pattern"])
        branches = (only_branch(item["pattern"]),)
        topologies = Chain(branches, (tuple(item["order"]),), "first"), Tree(branches, "first")
        return all(
            machine(topology, dialect).whole(stream) == matches(stream, pattern, dialect)
            for dialect in (CALM, TIED)
            for topology in topologies
        )

    return law


OBLIGATIONS: Final = (
    Obligation(
        "PR-CHANCE-05",
        "The machine that rejects at the first chance answers as the definition, in every order of "
        "names and with the tree.",
        SOURCE,
        "exhaustive",
        "proved",
        lambda: searched(cases(), equal_machine(Machine)),
        lambda: searched(cases(), equal_machine(_Hasty)),
        seconds=120,
    ),
)
