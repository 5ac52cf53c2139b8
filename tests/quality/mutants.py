"""Planted bugs: each is one replacement in one file that the suites must notice.

A mutant is a mistake that somebody could make and that a weak suite would let pass. The text to
replace must occur exactly once, so a mutant cannot silently stop planting anything.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutant:
    """A replacement, and in words the mistake it makes."""

    name: str
    path: str
    old: str
    new: str


SEMANTICS, NORMAL, EVALUATE = "spec/semantics.py", "spec/language/normal.py", "spec/evaluate.py"
PARSER, PRINTER, CHECK = (
    "spec/language/parser.py",
    "spec/language/printer.py",
    "spec/language/check.py",
)
GRAMMAR, KINDS, EVENTS = "spec/language/grammar.lark", "spec/language/kinds.py", "spec/events.py"
FINALITY, FUNCTIONS, JSON = (
    "spec/finality.py",
    "spec/language/functions.py",
    "spec/language/json_form.py",
)
AST, SELECTION = "spec/language/ast.py", "spec/selection.py"

MUTANTS = (
    # ---- the definition
    Mutant("one event under two names", SEMANTICS, "        distinct(mu)\n        and ordered", "        ordered"),
    Mutant("a witness may be a bound event", SEMANTICS, "        if distinct(extended)\n        and ordered(extended", "        if ordered(extended"),
    Mutant("a witness ignores the order", SEMANTICS, "        and ordered(extended, branch, dialect)\n", ""),
    Mutant("a witness ignores its clauses", SEMANTICS, "        and satisfied(extended, clauses, functions)\n", ""),
    Mutant("a witness ignores the window", SEMANTICS, "        and fits(extended, branch, dialect)\n    )", "    )"),
    Mutant("a witness must satisfy all clauses", SEMANTICS, "for clause in branch.clauses if n in ast.names(clause))", "for clause in branch.clauses)"),
    Mutant("the window is not checked", SEMANTICS, "        and fits(mu, branch, dialect)\n", ""),
    Mutant("the window is off by one", SEMANTICS, "<= dialect.reach(branch.window)", "< dialect.reach(branch.window)"),
    Mutant("the window is between neighbours", SEMANTICS, "return max(times) - min(times) <=", "return max(b - a for a, b in zip([*times, times[-1]], [*times[1:], times[-1], times[-1]])) <="),
    Mutant("unknown passes", SEMANTICS, "truth(clause, scope) is True", "truth(clause, scope) is not False"),
    Mutant("one choice is enough for a Kleene name", SEMANTICS, "    return all(\n        truth(clause, scope)", "    return any(\n        truth(clause, scope)"),
    Mutant("negated clauses judge the match too", SEMANTICS, " if not ast.names(clause) & branch.negated)", ")"),
    Mutant("b[i-1] chooses every event", SEMANTICS, "tuple(pairwise(mu[name])) if name == adjacent else", "tuple((e, e) for e in mu[name]) if name == adjacent else"),
    Mutant("b[i-1] chooses all pairs, not adjacent ones", SEMANTICS, "tuple(pairwise(mu[name]))", "tuple(combinations(mu[name], 2))"),
    Mutant("Kleene ignores its upper bound", SEMANTICS, "available if high is None else high) + 1)", "available) + 1)"),
    Mutant("Kleene ignores its lower bound", SEMANTICS, "    return range(low, ", "    return range(1, "),
    Mutant("Kleene without the last event", SEMANTICS, "for subset in combinations(stream.of_type(branch.types[name]), k)", "for subset in combinations(stream.of_type(branch.types[name])[: max(1, len(stream.of_type(branch.types[name])) - 1)], k)"),
    Mutant("ids of a Kleene name unsorted", SEMANTICS, "tuple(sorted(event.id for event in mu[name]))", "tuple(event.id for event in mu[name])"),
    Mutant("only the first branch is asked", SEMANTICS, "for number, branch in enumerate(branches)\n", "for number, branch in enumerate(branches[:1])\n"),
    Mutant("the guard never fires", SEMANTICS, "    if count > limit:", "    if count > limit and not count:"),
    # ---- events and dialects
    Mutant("strict admits ties", EVENTS, "return a.ts < b.ts", "return a.ts <= b.ts"),
    Mutant("arrival ignores ids", EVENTS, "return a.key < b.key if", "return a.ts < b.ts if"),
    Mutant("nonstrict forbids ties", EVENTS, "else a.ts <= b.ts", "else a.ts < b.ts"),
    Mutant("exclusive is inclusive", EVENTS, "else window - 1", "else window"),
    Mutant("a stream keeps the order of the file", EVENTS, "ordered = tuple(sorted(events, key=lambda event: event.key))", "ordered = tuple(events)"),
    # ---- the normal form
    Mutant("OR numbers its branches backwards", NORMAL, "for part in structure.parts for chosen in expand(part))", "for part in structure.parts[::-1] for chosen in expand(part))"),
    Mutant("the right-most OR varies slowest", NORMAL, "tuple(node(parts) for parts in product(*map(expand, structure.parts)))", "tuple(node(parts[::-1]) for parts in product(*map(expand, structure.parts[::-1])))"),
    Mutant("SEQ orders only neighbouring parts", NORMAL, "for first, second in combinations(structure.parts, 2)", "for first, second in zip(structure.parts, structure.parts[1:], strict=False)"),
    Mutant("AND orders its parts", NORMAL, "    if isinstance(structure, And):\n        return inside\n", ""),
    Mutant("a nested order is lost", NORMAL, "    return inside | {", "    return frozenset() | {"),
    Mutant("a clause applies if one name is there", NORMAL, "if names(clause) <= present)", "if not names(clause) or names(clause) & present)"),
    Mutant("a clause without names applies nowhere", NORMAL, "if names(clause) <= present)", "if names(clause) and names(clause) <= present)"),
    # ---- the evaluator
    Mutant("NOT unknown is true", EVALUATE, "return None if part is None else not part", "return not part"),
    Mutant("OR with unknown is unknown", EVALUATE, "return True if True in found else None if None in found else False", "return None if None in found else True in found"),
    Mutant("AND with unknown is unknown", EVALUATE, "return False if False in found else None if None in found else True", "return None if None in found else False not in found"),
    Mutant("text compares with numbers as false", EVALUATE, "    if len(classes) > 1 or None in classes:\n        return None", "    if None in classes:\n        return None\n    if len(classes) > 1:\n        return False"),
    Mutant("int compares with float exactly", EVALUATE, '    if set(kinds) == {"int", "float"}:\n        left, right = float(left), float(right)  # type: ignore[arg-type]\n', ""),
    Mutant("bool is a number", EVALUATE, " and not isinstance(x, bool) else None", " else None"),
    Mutant("x / 0 is infinite", EVALUATE, '    if op == "/" and y == 0:\n        return None', '    if op == "/" and y == 0:\n        return math.inf'),
    Mutant("NaN is a value", EVALUATE, "    result = _ARITHMETIC[op](x, y)\n    return None if math.isnan(result) else result", "    return _ARITHMETIC[op](x, y)"),
    Mutant("SUM of nothing is zero", EVALUATE, "            if not numbers:\n                return None\n", "            if not numbers:\n                return 0.0\n"),
    Mutant("AVG counts missing values", EVALUATE, "total / len(numbers)", "total / len(values)"),
    Mutant("COUNT(b.x) counts missing values", EVALUATE, "return sum(x is not None for x in values)", "return len(values)"),
    Mutant("FIRST skips missing values", EVALUATE, "return values[0] if values else None", "return next((x for x in values if x is not None), None)"),
    Mutant("LAST is FIRST", EVALUATE, "return values[-1] if values", "return values[0] if values"),
    Mutant("MAX keeps the last of equals", EVALUATE, "        if compare(op, x, best):", '        if compare("<=" if op == "<" else ">=", x, best):'),
    Mutant("MIN of mixed classes is a number", EVALUATE, "    if len({_CLASS[kind_of(x) or \"\"] for x in present}) != 1:\n        return None", "    if not present:\n        return None"),
    Mutant("IN is only its first option", EVALUATE, "for option in options)", "for option in options[:1])"),
    Mutant("SUM is compensated", FUNCTIONS, "    total = 0.0\n    for number in numbers:\n        total = total + number\n    return total", "    return math.fsum(numbers)"),
    Mutant("corr of a constant list is zero", FUNCTIONS, "return cov / scale if scale != 0 else None", "return cov / scale if scale != 0 else 0.0"),
    # ---- parser, printer, checker
    Mutant("T* means zero or more", PARSER, "return ast.Kleene(str(items[0]), str(items[-1]), at=_at(meta))", "return ast.Kleene(str(items[0]), str(items[-1]), 0, at=_at(meta))"),
    Mutant("b[i-1] is b[i]", PARSER, "0 if back is None else 1", "0"),
    Mutant("a minus is dropped", PARSER, "return ast.Constant(-term.value, at=_at(meta))", "return ast.Constant(abs(term.value), at=_at(meta))"),
    Mutant("a negative int becomes a float", PARSER, "return ast.Constant(-term.value, at=_at(meta))", "return ast.Constant(-float(term.value), at=_at(meta))"),
    Mutant("OR binds tighter than AND", GRAMMAR, '_condition: any_of | _conjunction\nany_of:     _conjunction ("OR" _conjunction)+\n_conjunction: all_of | _negation\nall_of:     _negation ("AND" _negation)+', '_condition: all_of | _disjunction\nall_of:     _disjunction ("AND" _disjunction)+\n_disjunction: any_of | _negation\nany_of:     _negation ("OR" _negation)+'),
    Mutant("minus is right-associative", GRAMMAR, "add:        _sum (PLUS | MINUS) _product", "add:        _product (PLUS | MINUS) _sum"),
    Mutant("units are milliseconds", AST, '"ms": 1_000,', '"ms": 1,'),
    Mutant("the printer forgets parentheses around OR", PRINTER, '    weaker = isinstance(condition, ast.AnyOf) or (', '    weaker = ('),
    Mutant("the printer forgets parentheses in x - (y - z)", PRINTER, "_factor(term.right, level + 1)", "_factor(term.right, level)"),
    Mutant("two negated names in a clause pass", CHECK, "    if len(negated) > 1:", "    if len(negated) > 2:"),
    Mutant("a branch may bind nothing", CHECK, "        if not branch.required:", "        if not branch.positive:"),
    Mutant("n < m passes", CHECK, "0 <= leaf.low <= top", "0 <= leaf.low"),
    Mutant("text compares with numbers statically", KINDS, "    if left is None or right is None or any(", "    if True or any("),
    Mutant("JSON loses the kind of a constant", JSON, "    return ast.Constant(data[\"value\"] if kind", "    return ast.Constant(str(data[\"value\"]) if kind"),
    # ---- selection
    Mutant("strict minds only events of the pattern", SELECTION, "tuple((e, ()) for e in skipped(mu, stream))", "tuple((e, ()) for e in skipped(mu, stream) if e.type in branch.types.values())"),
    Mutant("positions ignore ids", SELECTION, "    return event.key\n", "    return event.ts, 0\n"),
    Mutant("an event is judged by the whole match", SELECTION, "takers(e, prefix(mu, e), branch", "takers(e, mu, branch"),
    Mutant("an aggregate keeps an event out", SELECTION, "        if not any(isinstance(node, ast.Aggregate) for node in ast.walk(clause))\n", ""),
    Mutant("a full set takes more", SELECTION, "        if room(p)\n        and all(enough", "        if all(enough"),
    Mutant("a name is taken before its predecessors", SELECTION, "        and all(enough(q) for q in branch.predecessors(p))\n", ""),
    Mutant("what can be taken ignores the order", SELECTION, "        and ordered(extended, branch, dialect)\n", ""),
    Mutant("what can be taken ignores clauses", SELECTION, "        and satisfied(extended, clauses, functions)\n", ""),
    Mutant("what can be taken ignores the window", SELECTION, "        and fits(extended, branch, dialect)\n", ""),
    Mutant("completion is the order of starts", SELECTION, "return position(last(self.mu)), position(first(self.mu)), self.match", "return position(first(self.mu)), position(last(self.mu)), self.match"),
    Mutant("past last may begin where it ended", SELECTION, "position(first(mu.mu)) <= position(last(nu.mu))", "position(first(mu.mu)) < position(last(nu.mu))"),
    Mutant("what is dropped displaces too", SELECTION, "        if not any(displaces(nu, mu, skip) for nu in said):\n", "        if not any(displaces(nu, mu, skip) for nu in found if nu.completion < mu.completion):\n"),
    Mutant("an open match blocks nothing", SELECTION, "not settled(mu) or any(displaces(nu, mu, skip) for nu in open_)", "not settled(mu)"),
    Mutant("selection waits for the horizon only", FINALITY, "horizon(one.mu, branches[one.match.branch], dialect), last(one.mu).ts)", "horizon(one.mu, branches[one.match.branch], dialect), -inf)"),
    # ---- finality
    Mutant("finality forgets the window", FINALITY, "min([*until, min(times) + w])", "min([*until, max(times) + w])"),
    Mutant("finality is one tick late", FINALITY, "if after[i] >= wait", "if after[i] > wait"),
    Mutant("strict neighbours are waited for", FINALITY, "event.ts - s for q", "event.ts for q"),
    Mutant("an empty interval delays", FINALITY, "for lo, hi in intervals if lo <= hi)", "for lo, hi in intervals)"),
    Mutant("ts = time is punctual", FINALITY, "if event.ts > earlier[i]]", "if event.ts >= earlier[i]]"),
    Mutant("disorder is off by one", FINALITY, "ts - disorder - 1", "ts - disorder"),
    Mutant("a watermark moves time back", FINALITY, "now = max(now, promised)", "now = promised"),
)  # fmt: skip
