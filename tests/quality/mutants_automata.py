"""Planted bugs in the automata: the documents' printed errors, and mistakes of our own kind."""

from __future__ import annotations

TOPOLOGY, REACH, BUFFER = (f"reference/nfa/{room}.py" for room in ("topology", "reach", "buffer"))
MACHINE, NEGATION, CHOICE = (
    f"reference/nfa/{room}.py" for room in ("machine", "negation", "choice")
)
CROWD, SELECTION = "reference/nfa/crowd.py", "reference/nfa/selection.py"
INSTANCE, CONDITIONS = "reference/nfa/instance.py", "reference/nfa/conditions.py"

MUTANTS = (
    # ---- as printed
    ("a scope ends at the successor that was bound last", TOPOLOGY, "before=tuple(q for q in bound if (name, q) in branch.order),", "before=tuple(q for q in bound if (name, q) in branch.order)[-1:],"),
    ("a scope starts at the predecessor that was bound last", TOPOLOGY, "after=tuple(p for p in bound if (p, name) in branch.order),", "after=tuple(p for p in bound if (p, name) in branch.order)[-1:],"),
    ("a clause sits on its latest name in the order of the pattern", TOPOLOGY, "if name in ast.names(clause) <= known or", "if ast.names(clause) <= known and name == max(ast.names(clause), key=branch.names.index, default=None) or"),
    ("both bounds of a scope are its start", REACH, "until = [event.ts - s for q in scope.before for event in bound[q]]", "until = [event.ts - s for q in scope.after for event in bound[q]]"),
    ("search_failed moves on though a witness may come", NEGATION, "        if h <= self.time and not self.held:", "        if not self.held:"),
    ("a negated name rejects before its neighbours are bound", TOPOLOGY, "            or (\n                (other, name) in order\n                and not any((other, p) in order and (p, name) in order for p in firm)\n            )\n", ""),
    ("a negated name rejects what binds no event yet", MACHINE, "if times else []", "if times else self.buffer.shelves[road.type].between(-9, 9)"),
    ("a negated name rejects outside the bound events", MACHINE, ".between(min(times), max(times)) if", ".events if"),
    ("a branch is tested by the clauses of another", INSTANCE, "for branch in (topology.branches[edge.branch],)", "for branch in (topology.branches[0],)"),
    ("an event is bound under two names", REACH, "return [event for event in events if event.id not in taken]", "return list(events)"),
    ("the tree takes an event that began another match", MACHINE, "if since is not None and all(", "if since is not None and not all("),
    # ---- topology
    ("a clause without names is forgotten", TOPOLOGY, " or not (bound or ast.names(clause))", ""),
    ("a negated name rejects by an event that a name may bind", TOPOLOGY, "            branch.types[other] == branch.types[name]\n            or any(", "            any("),
    ("an optional neighbour counts as one with events", TOPOLOGY, "firm = [other for other in bound if other in branch.required]", "firm = list(bound)"),
    ("eager takes a name before its predecessors", TOPOLOGY, "if name in bound or late or not needed <= set(bound):", "if name in bound or late:"),
    ("eager forgets clauses of whole sets", TOPOLOGY, "if _aggregated(c))", "if False)"),
    ("eager judges sets while they grow", TOPOLOGY, "return tuple(clause for clause in clauses if not _aggregated(clause))", "return clauses"),
    ("eager closes a set with its first event", TOPOLOGY, "if branch.kleene.get(name, (1, 1))[1] == 1:", "if True:"),
    # ---- reach
    ("scopes are swapped", REACH, "after = [event.ts + s for p in scope.after for event in bound[p]]", "after = [event.ts + s for p in scope.before for event in bound[p]]"),
    ("the window is a tick short behind", REACH, "max([*after, max(times) - w])", "max([*after, max(times) - w + 1])"),
    ("the window is a tick short ahead", REACH, "min([*until, min(times) + w])", "min([*until, min(times) + w - 1])"),
    ("ties are not broken by arrival", REACH, "if event.id not in taken and _tied(scope, bound, event)]", "if event.id not in taken]"),
    ("a Kleene set lacks its last event", REACH, "min(most, most if high is None else high) + 1):", "min(most, most if high is None else high)):"),
    ("a set may be longer than the window", REACH, "        return max(times) - min(times) <= w", "        return bool(times)"),
    ("a set that has begun grows past its bound", REACH, "if must is not None and (high is None or len(bound[name]) < high):", "if must is not None:"),
    ("any set is large enough", REACH, "return len(bound.get(name, ())) >= self.branch.kleene.get(name, (1, 1))[0]", "return True"),
    # ---- buffer
    ("the buffer drops the tick that it must keep", BUFFER, "gone = bisect_left(self.times, before)", "gone = bisect_right(self.times, before)"),
    ("the buffer does not sort", BUFFER, "            place = bisect_left(self.events, event.key, key=lambda other: other.key)", "            pass"),
    ("the end of an interval is outside", BUFFER, "return self.events[bisect_left(self.times, low) : bisect_right(self.times, high)]", "return self.events[bisect_left(self.times, low) : bisect_left(self.times, high)]"),
    # ---- machine
    ("a new instance does not scan the buffer", MACHINE, "        elif self.automaton.stores == \"window\":", "        elif False:"),
    ("an instance that took an event is gone", MACHINE, "            for group in self._groups(instance, road, others, event):\n", "            if bound and instance.serial in self.crowd.instances:\n                self.crowd.leave(instance)\n            for group in self._groups(instance, road, others, event):\n"),
    ("iterate forgets older events", MACHINE, "others = self._eligible(instance, road) if sets else []", "others: list[Event] = []"),
    ("an instance expires a tick early", MACHINE, "        if instance.until > self.time:", "        if instance.until > self.time + 1:"),
    ("instances never expire", CROWD, "        if instance.until < inf:", "        if instance.until < -inf:"),
    ("the buffer expires a tick early", MACHINE, "self.buffer.drop(time + 1 - self.reach)", "self.buffer.drop(time + 2 - self.reach)"),
    ("the buffer never expires", MACHINE, "        self.buffer.drop(time + 1 - self.reach)\n", ""),
    ("the tick is not replayed", MACHINE, "for event in tuple(self.tick.events):", "for event in tuple(self.tick.events)[-1:]:"),
    ("a replayed tick makes an instance twice", BUFFER, "        seen = (number, key) in self.made\n", "        seen = False\n"),
    ("an evaluation that fails is not counted", MACHINE, "        self._count()\n        held", "        if not road.test.holds(bound):\n            return []\n        self._count()\n        held"),
    ("clauses that range over sets are forgotten", CONDITIONS, "return not self.ranging or satisfied(bound, self.ranging, self.functions)", "return True"),
    ("unknown passes on an edge", CONDITIONS, "if truth(clause, scope) is not True:", "if truth(clause, scope) is False:"),
    # ---- negation
    ("a pending match sees no witness", NEGATION, "if not any(self.refuted(n, mu, (event,)) for n in self.branch.negated)", "if True or event"),
    ("a match is final one tick late", NEGATION, "        final = [mu for h, mu in self.pending if h <= time]\n        self.pending = [(h, mu) for h, mu in self.pending if h > time]", "        final = [mu for h, mu in self.pending if h < time]\n        self.pending = [(h, mu) for h, mu in self.pending if h >= time]"),
    ("a match in the past waits for time to move", NEGATION, "        if h <= self.time and not self.held:", "        if h < self.time and not self.held:"),
    # ---- the tree
    ("the tree begins with events again", CHOICE, "        self.upto[name] = arrivals\n", ""),
    ("the tree begins with new events only", CHOICE, "            if arrival[event.id] > upto:", "            if arrival[event.id] == arrivals:"),
    ("the tree waits for names that may be empty", CHOICE, "for name in branch.required}", "for name in branch.positive}"),
    ("the tree wants one event more than it needs", CHOICE, "if count < self._low(road.name):", "if count <= self._low(road.name):"),
    ("the tree gives up a tick early", CHOICE, "(), (road.type,), high\n", "(), (road.type,), high - 1\n"),
    ("states are never forgotten", CROWD, "if station.instances or station.used", "if True"),
    ("the tree follows every edge", CHOICE, "        instance.roads = (best,)\n", "        instance.roads = roads\n"),
    # ---- SELECT and SKIP
    ("next ignores an event that it could take", MACHINE, 'if self.took and self.select == "next" and self.selector.stepwise:', "if False:"),
    ("strict ignores events of other types", MACHINE, '        if self.select == "strict":', "        if False:"),
    ("ties are held against nothing", SELECTION, "return not self.looks_back or not obstacles(", "return True or not obstacles("),
    ("the kept events go a tick early", SELECTION, "if event.ts >= before]", "if event.ts > before]"),
    ("a selected match does not wait for its last tick", NEGATION, "        if self.selective:", "        if False:"),
    ("eager: an open match blocks nothing", SELECTION, "if h <= time and not self._displaced(place, open_):", "if h <= time:"),
    ("eager: past last may begin where a match ended", SELECTION, "other[0] >= first for other in others", "other[0] > first for other in others"),
    ("to next is past last", SELECTION, '        if self.skip == "to next":', "        if False:"),
    ("what was reported is forgotten", SELECTION, "                self.said.append(place)\n", ""),
    ("what was reported is forgotten after its last tick", SELECTION, "if place[0][0] + 2 * self.reach >= time]", "if place[0][0] >= time]"),
    ("what is complete later displaces too", SELECTION, "return any(other < place and other[0] >= first", "return any(other[0] >= first"),
)  # fmt: skip
