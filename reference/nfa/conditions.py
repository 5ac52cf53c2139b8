"""The condition of an edge, made ready once: most clauses speak of single events."""

from __future__ import annotations

from dataclasses import dataclass

from augury.spec.evaluate import Scope, truth
from augury.spec.language import ast
from augury.spec.language.functions import Functions
from augury.spec.language.normal import Branch
from augury.spec.semantics import Binding, satisfied


@dataclass(frozen=True, slots=True)
class Test:
    """Clauses of an edge: those of single events, and those that range over sets.

    Semantics: S-4.4.
    """

    single: tuple[tuple[ast.Condition, tuple[str, ...]], ...]
    ranging: tuple[ast.Condition, ...]
    functions: Functions

    def holds(self, bound: Binding) -> bool:
        """Return whether rule 3 holds for the clauses."""
        for clause, names in self.single:
            scope = Scope({name: bound[name][0] for name in names}, {}, bound, self.functions)
            if truth(clause, scope) is not True:
                return False
        return not self.ranging or satisfied(bound, self.ranging, self.functions)


def prepared(clauses: tuple[ast.Condition, ...], branch: Branch, functions: Functions) -> Test:
    """Return the test of some clauses of a branch."""
    ranging = tuple(c for c in clauses if ast.names(c) & set(branch.kleene))
    single = tuple((c, tuple(ast.names(c))) for c in clauses if c not in ranging)
    return Test(single, ranging, functions)
