"""Bugs planted in the columnar kernel, each of which its suite must kill.

(name, file, text that occurs once, replacement)
"""

from __future__ import annotations

from typing import Final

HOME: Final = "spark_impl/columnar/"
CLAUSES, EXPRESSIONS, FRONTIER, KERNEL, NEGATION, PAIRS, PLANNING, SETS, SPACE, TABLE, VECTORS, CALLS, READING, STREAM, PENDING, FAST = (
    f"{HOME}{room}.py"
    for room in (
        "clauses", "expressions", "frontier", "kernel", "negation", "pairs", "planning", "sets", "space", "table",
        "vectors", "calls", "reading", "stream", "pending", "fast",
    )
)  # fmt: skip

MUTANTS: Final = (
    # ---- values
    (
        "columnar: ints compare as floats",
        VECTORS,
        "            if kind != other:\n",
        "            if kind in ('int', 'float'):\n",
    ),
    (
        "columnar: a text compares with a number",
        VECTORS,
        'if kind == "list" or CLASS[kind] != CLASS.get(other):',
        'if kind == "list" or other == "list":',
    ),
    (
        "columnar: a missing value compares",
        VECTORS,
        "found = found | (hit if where is None else hit & where)",
        "found = found | hit",
    ),
    (
        "columnar: NaN is a value",
        VECTORS,
        "    if bad.any():\n        mask = ~bad",
        "    if False:\n        mask = ~bad",
    ),
    (
        "columnar: NOT of unknown is true",
        EXPRESSIONS,
        "            return truth(part, rows, not wanted)",
        "            return ~truth(part, rows, wanted)",
    ),
    (
        "columnar: OR is false where one part is",
        EXPRESSIONS,
        "        case ast.AnyOf(parts=parts):\n            tests = [truth(part, rows, wanted) for part in parts]\n            return _any(tests) if wanted else _all(tests)",
        "        case ast.AnyOf(parts=parts):\n            tests = [truth(part, rows, wanted) for part in parts]\n            return _any(tests)",
    ),
    (
        "columnar: division by zero is infinite",
        EXPRESSIONS,
        "        mask = both(mask, y != 0)\n",
        "        pass\n",
    ),
    (
        "columnar: AVG counts missing values",
        EXPRESSIONS,
        "np.where(mask, total + data, total), count + mask",
        "np.where(mask, total + data, total), count + 1",
    ),
    (
        "columnar: SUM over nothing is 0",
        EXPRESSIONS,
        "np.broadcast_arrays(result, count > 0)",
        "np.broadcast_arrays(result, count >= 0)",
    ),
    (
        "columnar: MIN of mixed classes is a value",
        EXPRESSIONS,
        "    if len(seen) <= 1:\n",
        "    if len(seen) <= 9:\n",
    ),
    (
        "columnar: MIN forgets the first of equals' rival",
        EXPRESSIONS,
        "compare(op, present, best) | (known(present) & ~known(best))",
        "known(present) & ~known(best)",
    ),
    ("columnar: LAST is FIRST", EXPRESSIONS, 'group[0 if fn == "FIRST" else -1]', "group[0]"),
    (
        "columnar: COUNT(b.x) counts missing values",
        EXPRESSIONS,
        "counted = [known(one).astype(np.int64) for one in values]",
        "counted = [np.ones(1, dtype=np.int64) for one in values]",
    ),
    (
        "columnar: b[i-1] is b[i]",
        EXPRESSIONS,
        "(rows.previous if back else rows.event)[name]",
        "rows.event[name]",
    ),
    (
        "columnar: the list store is read one list late",
        CALLS,
        "lists.items(y[chosen])",
        "lists.items(x[chosen])",
    ),
    # ---- tables
    (
        "columnar: rows are sorted by ts alone",
        TABLE,
        "if (steps > 0).all() or ((steps >= 0).all() and _ids_ascend(steps, ids)):",
        "if (steps >= 0).all():",
    ),
    (
        "columnar: texts are numbered as they come",
        TABLE,
        "vocabulary[:] = sorted(texts)",
        "vocabulary[:] = sorted(texts, reverse=True)",
    ),
    ("columnar: NaN in Arrow is a value", READING, "~bad if bad.any() else mask", "mask"),
    # ---- scopes
    (
        "columnar: the window ends a tick early",
        SPACE,
        'return np.searchsorted(pool.ts, other.ts + reach, "right")',
        'return np.searchsorted(pool.ts, other.ts + reach, "left")',
    ),
    (
        "columnar: the window opens a tick late",
        SPACE,
        'return np.searchsorted(pool.ts, other.ts - reach, "left")',
        'return np.searchsorted(pool.ts, other.ts - reach, "right")',
    ),
    ("columnar: arrival ignores ids", SPACE, 'if self.dialect.order == "arrival":', "if False:"),
    (
        "columnar: nonstrict is strict",
        SPACE,
        'strict = self.dialect.order == "strict"',
        "strict = True",
    ),
    (
        "columnar: one predecessor is enough",
        SPACE,
        "                if not any((p, name) in order for p in later):\n",
        "                if not later and not sooner:\n",
    ),
    (
        "columnar: the window of the first bound name",
        SPACE,
        "            elif not sooner:\n",
        "            elif False:\n",
    ),
    (
        "columnar: a set ends with its first event",
        SPACE,
        'self.edge_at("after", other, name, places[-1])',
        'self.edge_at("after", other, name, places[0])',
    ),
    (
        "columnar: one event for two names",
        SPACE,
        'return bool(related) and self.dialect.order != "nonstrict"',
        "return True",
    ),
    # ---- pairs
    (
        "columnar: a cut range loses a pair",
        PAIRS,
        "end[-1] -= int(ends[last - 1]) - stop",
        "end[-1] -= int(ends[last - 1]) - stop + (last - first > 1)",
    ),
    (
        "columnar: a cut range starts over",
        PAIRS,
        "        begin[0] += start - (int(ends[first]) - int(counts[first]))\n",
        "",
    ),
    ("columnar: a point that no event has", PAIRS, "np.where(present, high, low)", "high"),
    (
        "columnar: the tree forgets the ends of a range",
        PAIRS,
        "for begin, end in ((low, first), (last, high)):",
        "for begin, end in ((low, first),):",
    ),
    (
        "columnar: the tree skips the right run",
        PAIRS,
        "            end = end - odd\n",
        "            end = end - 2 * odd\n",
    ),
    (
        "columnar: < is <= in an interval",
        CLAUSES,
        "limit = np.nextafter(limit, -np.inf)",
        "limit = limit",
    ),
    (
        "columnar: rounded ints are believed",
        CLAUSES,
        "exact = not (key.integral or _rounds(mine))",
        "exact = True",
    ),
    (
        "columnar: nothing is below minus infinity but itself",
        CLAUSES,
        "passable = passable & (limit != -np.inf)",
        "passable = passable",
    ),
    (
        "columnar: an unknown limit passes",
        FRONTIER,
        "    if passable is not None and not passable.all():\n",
        "    if False:\n",
    ),
    (
        "columnar: only the first interval counts",
        FRONTIER,
        "            yield _within(owners + first, index.places[places], rest)",
        "            yield owners + first, index.places[places]",
    ),
    (
        "columnar: clauses are tested on the first choice",
        CLAUSES,
        "    for choice in product(*options):",
        "    for choice in list(product(*options))[:1]:",
    ),
    # ---- sets
    (
        "columnar: sets stop at the lower bound",
        SETS,
        "if step.high is None or len(sets.positions) < step.high:",
        "if len(sets.positions) < max(step.low, 1):",
    ),
    (
        "columnar: sets ignore the upper bound",
        SETS,
        "if step.high is None or len(sets.positions) < step.high:",
        "if True:",
    ),
    (
        "columnar: the empty set is forgotten",
        SETS,
        "if step.low == 0 and step.fresh is None:",
        "if False:",
    ),
    (
        "columnar: sets below the lower bound",
        SETS,
        "    if len(sets.positions) < step.low:\n",
        "    if False:\n",
    ),
    (
        "columnar: a set outgrows the window",
        SETS,
        'edge = space.edge("closes", name, name)',
        "edge = np.full(len(space.pools[name]), len(space.pools[name]))",
    ),
    (
        "columnar: adjacent events are not tested",
        SETS,
        "        for clause in step.pairs:\n",
        "        for clause in ():\n",
    ),
    (
        "columnar: the growth is cut where a larger set could pass",
        SETS,
        '"<": "<", "<=": "<=", "=": "<="',
        '"<": "<", "<=": "<=", "=": "<"',
    ),
    (
        "columnar: a sum of negatives is cut",
        SETS,
        "return bool(((data >= 0) if mask is None else (data >= 0) | ~mask).all())",
        "return True",
    ),
    ("columnar: MIN only rises", SETS, '(_AT_LEAST if left.fn == "MIN" else _AT_MOST)', "_AT_MOST"),
    # ---- negation
    (
        "columnar: a bound event refutes its own match",
        NEGATION,
        "            count = count - (inside & _same(own, place, bound))\n",
        "            pass\n",
    ),
    (
        "columnar: negation looks at one block",
        NEGATION,
        '            gone[left.bound[""][0]] = True\n',
        '            gone = np.zeros(block.size, dtype=bool)\n            gone[left.bound[""][0]] = True\n',
    ),
    (
        "columnar: negation ignores its clauses",
        NEGATION,
        "    if not step.splits and not step.clauses:\n",
        "    if True:\n",
    ),
    (
        "columnar: NOT is decided before its neighbours",
        PLANNING,
        "        {*before, *after, *mentioned, *alike} <= set(bound)\n",
        "        {*mentioned, *alike} <= set(bound)\n",
    ),
    (
        "columnar: NOT is decided before the names of its type",
        PLANNING,
        "{*before, *after, *mentioned, *alike} <= set(bound)",
        "{*before, *after, *mentioned} <= set(bound)",
    ),
    (
        "columnar: an optional neighbour decides NOT",
        PLANNING,
        "firm = set(branch.required) & set(bound)",
        "firm = set(bound)",
    ),
    (
        "columnar: no whole match is judged",
        KERNEL,
        "        left = unrefuted(made, made.final, block, space, settings) if judge else block\n",
        "        left = block\n",
    ),
    ("columnar: a clause without names is forgotten", KERNEL, "or not _constants(made, space)", ""),
    (
        "columnar: an exclusive window of 0 matches",
        KERNEL,
        "space.dialect.reach(space.branch.window) < 0 or ",
        "",
    ),
    (
        "columnar: an aggregate is tested on each event",
        KERNEL,
        "if clause.names == {name} and name not in clause.grouped and clause.adjacent != name",
        "if clause.names == {name} and clause.adjacent != name",
    ),
    (
        "columnar: a missing key of a vacuous clause",
        KERNEL,
        "if clause.names - {name} <= singles and (one := split(clause, name)) is not None",
        "if (one := split(clause, name)) is not None",
    ),
    # ---- a stream that goes on
    (
        "columnar stream: an event at the time is punctual",
        STREAM,
        "late = ts <= np.maximum(before, promised)",
        "late = ts < np.maximum(before, promised)",
    ),
    (
        "columnar stream: the disorder is a tick less",
        STREAM,
        "np.maximum.accumulate(ts) - disorder - 1",
        "np.maximum.accumulate(ts) - disorder",
    ),
    (
        "columnar stream: events go a tick early",
        STREAM,
        "int(state.time) + 1 - self.reach",
        "int(state.time) + 2 - self.reach",
    ),
    (
        "columnar stream: nothing is forgotten",
        STREAM,
        "        if start == 0:\n",
        "        if True:\n",
    ),
    (
        "columnar stream: what waits is not judged again",
        STREAM,
        "kept = {s: [self._unrefuted(s[0], o, whole, is_new) for o in kept[s]] for s in kept}",
        "kept = dict(kept)",
    ),
    (
        "columnar stream: what waits keeps its old rows",
        STREAM,
        "kept = {shape: [one.moved(old)] for shape, one in state.waiting.items()}",
        "kept = {shape: [one] for shape, one in state.waiting.items()}",
    ),
    (
        "columnar stream: what waits keeps its rows when events go",
        STREAM,
        "place = np.arange(-start, len(state.table))",
        "place = np.arange(0, start + len(state.table))",
    ),
    (
        "columnar stream: old matches are found again",
        STREAM,
        '        elif part == "old":\n',
        "        elif False:\n",
    ),
    (
        "columnar stream: a set of old events counts as new",
        STREAM,
        "replace(step, fresh=is_new)",
        "replace(step, fresh=np.ones_like(is_new))",
    ),
    (
        "columnar stream: a turn is skipped that could find something",
        STREAM,
        "mine[other].ts[-1] < table.ts[fresh[0]]",
        "mine[other].ts[-1] <= table.ts[fresh[-1]]",
    ),
    (
        "columnar stream: a failed push is half done",
        STREAM,
        "        whole, old, new = merged(state.table, fresh)\n",
        "        whole, old, new = merged(state.table, fresh)\n        state.table, state.waiting = whole, {}\n",
    ),
    (
        "columnar stream: a match without NOT waits for the first time",
        PENDING,
        " | (self.horizon == NEVER)",
        "",
    ),
    (
        "columnar stream: a match is final a tick early",
        PENDING,
        "(self.horizon <= time)",
        "(self.horizon <= time + 1)",
    ),
    (
        "columnar stream: texts keep their old numbers",
        TABLE,
        'parts["str"] = (recode[data] if len(recode) else data), mask',
        'parts["str"] = data, mask',
    ),
    (
        "columnar stream: unused texts are kept for ever",
        TABLE,
        "    if size <= 2 * len(used) + 1_000:\n",
        "    if True:\n",
    ),
    (
        "columnar: the horizon forgets the order",
        NEGATION,
        "                high = np.minimum(high, one - step)\n",
        "                pass\n",
    ),
    (
        "columnar: the compiled scan leaves out the upper end",
        FAST,
        "(x >= a) & (x <= b)",
        "(x >= a) & (x < b)",
    ),
    (
        "columnar: the compiled scan forgets the last place",
        FAST,
        "range(low[owner], high[owner])",
        "range(low[owner], high[owner] - 1)",
    ),
    (
        "columnar: edges of some places are those of the first",
        SPACE,
        "some = Pool(pool.rows[places], pool.ts[places])",
        "some = Pool(pool.rows[: len(places)], pool.ts[: len(places)])",
    ),
    (
        "columnar: types that are numbers of words keep them",
        READING,
        "    code[kept] = numbers\n",
        "    code[kept] = kept\n",
    ),
)
