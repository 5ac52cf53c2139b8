"""Z3 as the judge: a statement is proved iff its negation has no model.

Assumptions without a model would prove anything, so they are rejected first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import z3

from augury.proofs.registry import Json, RegistryError, Verdict, proved, refuted, unknown

Formula: TypeAlias = Any
"""A Z3 term; the package of the solver has no types."""


class VacuousError(RegistryError):
    """Assumptions that nothing satisfies: whatever follows from them is worth nothing."""


def valid(assume: Iterable[Formula], conclude: Formula, show: Sequence[Formula] = ()) -> Verdict:
    """Return whether the assumptions imply the conclusion; a counterexample gives ``show``.

    The counterexample is one with the smallest sum of absolute values. ``show`` defaults to all
    constants of the question.
    """
    facts = list(assume)
    solver = z3.Solver()
    solver.add(*facts)
    if solver.check() != z3.sat:
        raise VacuousError("vacuous: the assumptions have no model; weaken them")
    solver.add(z3.Not(conclude))
    answer = solver.check()
    if answer == z3.unsat:
        return proved()
    if answer != z3.sat:
        return unknown(solver.reason_unknown())
    return refuted(smallest([*facts, z3.Not(conclude)], show or constants([*facts, conclude])))


def smallest(facts: Sequence[Formula], show: Sequence[Formula]) -> Json:
    """Return the values of ``show`` in a model with the smallest sum of absolute values."""
    best = z3.Optimize()
    best.add(*facts)
    numbers = [term for term in show if z3.is_arith(term)]
    total = z3.Sum([z3.If(term >= 0, term, -term) for term in numbers] or [z3.IntVal(0)])
    best.minimize(total)
    if best.check() != z3.sat:
        raise RegistryError("the solver found a model and lost it again; report this")
    model = best.model()
    return {str(term): plain(model.eval(term, model_completion=True)) for term in show}


def plain(value: Formula) -> Json:
    """Return a value of a model as JSON: an int, a bool, or a rational as text."""
    if z3.is_int_value(value):
        return value.as_long()
    if z3.is_rational_value(value):
        return str(value.as_fraction())
    return z3.is_true(value)


def constants(formulas: Iterable[Formula]) -> list[Formula]:
    """Return the constants of some formulas, by name."""
    found: dict[str, Formula] = {}
    stack, seen = list(formulas), set()
    while stack:
        term = stack.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        if z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found[str(term)] = term
        stack.extend(term.children())
    return [found[name] for name in sorted(found)]
