"""The evaluator in columns against the scalar one: every value and every truth, bit for bit."""

from __future__ import annotations

import math
from typing import get_args

import numpy as np

from augury.spark_impl.columnar import expressions
from augury.spark_impl.columnar.calls import _cell
from augury.spark_impl.columnar.table import Needs, of_events
from augury.spec import evaluate
from augury.spec.events import Event, kind_of
from augury.spec.language import ast
from augury.spec.language.functions import register
from augury.spec.strategies import RandomChoices

INTS = (0, 1, -1, 3, 2**53, 2**53 + 1, -(2**63), 2**63 - 1)
NUMBERS = (*INTS, 0.0, -0.0, 0.5, 1e308, -1e308, 5e-324, float(2**53), math.inf, -math.inf)
OTHERS = ("", "a", "é", "\U00010000", "\uffff", True, False, None)
LISTS = ((), (1.0,), (1.0, 2.0), (2.0, 1.0), (1e308, 1e308), (0.1, 0.2), (0.1, 0.2, 0.3), None, 7)
FUNCTIONS = register({"odd": lambda x: None if x == 1 else 2.5 if isinstance(x, str) else math.inf})
ROWS, PLACES = 12, 3


class Terms:
    """Random terms and conditions over a name a, a set b and its adjacent pairs."""

    def __init__(self, choices: RandomChoices) -> None:
        self.choices = choices

    def condition(self, depth: int = 2) -> ast.Condition:
        roll = self.choices.integer(0, 9) if depth else 0
        if roll < 5:
            return ast.Compare(self.pick(ast.CompareOp), self.term(2), self.term(2))
        if roll == 5:
            options = tuple(self.term(0) for _ in range(self.choices.integer(1, 3)))
            return ast.In(self.term(1), options)
        if roll < 8:
            return ast.Not(self.condition(depth - 1))
        node = ast.AllOf if roll == 8 else ast.AnyOf
        return node(tuple(self.condition(0) for _ in range(self.choices.integer(2, 3))))

    def term(self, depth: int) -> ast.Term:
        roll = self.choices.integer(0, 9)
        if depth and roll < 2:
            return ast.Arith(self.pick(ast.ArithOp), self.term(depth - 1), self.term(depth - 1))
        if depth and roll == 2:
            return ast.Call(self.choices.pick(("abs", "odd")), (self.term(depth - 1),))
        if depth and roll == 3:
            fn = self.choices.pick(("corr", "distance"))
            return ast.Call(fn, (self.reference("hg"), self.reference("hg")))
        if roll < 6:
            fn = self.pick(ast.AggregateFn)
            return ast.Aggregate(fn, "b", self.choices.pick(("x", "y", "h")))
        if roll == 6:
            return ast.Constant(self.choices.pick((*INTS, 0.0, -0.0, 0.5, 1e308, "a", "zz", True)))
        return self.reference("xxyyh")

    def reference(self, attributes: str) -> ast.Term:
        attr = self.choices.pick((*attributes, "ts", "id", "none"))
        if self.choices.chance(50):
            return ast.Ref("a", attr)
        return ast.Indexed("b", attr, self.choices.integer(0, 1))

    def pick(self, alias):
        return self.choices.pick(get_args(alias))


def events(choices: RandomChoices) -> list[Event]:
    """Return events whose attributes are of one kind in some cases and of any in others."""
    pools = [NUMBERS, (*NUMBERS, *OTHERS), INTS]
    pool = {attr: choices.pick(pools) for attr in "xy"}
    return [
        Event(
            number,
            "A",
            number,
            {
                **{attr: choices.pick(pool[attr]) for attr in "xy"},
                **{attr: choices.pick(LISTS) for attr in "hg"},
            },
        )
        for number in range(9)
    ]


def same(x: object, y: object) -> bool:
    """Equal with kind, sign of zero and all digits."""
    return kind_of(x) == kind_of(y) and repr(x) == repr(y)


def test_evaluators_agree_bit_for_bit(bulk) -> None:
    """S-3.1 to S-3.5: values, aggregates, functions, and truth in three values."""
    count, seen = bulk.count(400, 3_000, 20_000), {True: 0, False: 0, None: 0}
    for seed in bulk.seeds(count):
        choices = RandomChoices(seed)
        terms, stream = Terms(choices), events(choices)
        condition, term = terms.condition(), terms.term(2)
        where = (condition, ast.Compare("=", term, term))
        structure = ast.Seq((ast.One("A", "a"), ast.Kleene("A", "b")))
        table = of_events(stream, Needs.of(ast.Pattern(structure, where, ast.Window(1))))
        size = choices.integer(0, PLACES)
        draw = [[choices.integer(0, 8) for _ in range(ROWS)] for _ in range(3 + size)]
        a, b, previous, *group = (np.array(column) for column in draw)
        rows = expressions.Rows(
            table, {"a": a, "b": b}, {"b": previous}, {"b": tuple(group)}, FUNCTIONS
        )
        values = expressions.value(term, rows)
        masks = [
            np.broadcast_to(expressions.truth(condition, rows, t), ROWS) for t in (True, False)
        ]
        for row in range(ROWS):
            scope = evaluate.Scope(
                {"a": stream[a[row]], "b": stream[b[row]]},
                {"b": stream[previous[row]]},
                {"b": tuple(stream[column[row]] for column in group)},
                FUNCTIONS,
            )
            wanted = evaluate.value(term, scope)
            assert same(_cell(values, row, table), wanted), f"seed {seed}: {term}"
            truth = evaluate.truth(condition, scope)
            assert tuple(mask[row] for mask in masks) == (truth is True, truth is False), (
                f"seed {seed}: {condition}"
            )
            seen[truth] += 1
    bulk.record("evaluators agree", f"{count} pairs of expressions, {ROWS} rows each")
    assert min(seen.values()) > count
