----------------------------- MODULE Definition -----------------------------
(***************************************************************************)
(* Which bindings of a finite set of events match a pattern, and when no   *)
(* event to come can refute them.  Nothing here knows of an automaton: the *)
(* five rules are S-4.2 to S-4.6, finality is S-5.2.                       *)
(*                                                                         *)
(* An event is [type, ts, x, nth]: x is its attribute, nth tells events    *)
(* apart that are equal otherwise.  A pattern is                           *)
(*   [pos, neg  : its positive and negated names,                          *)
(*    type      : the type of each name,                                   *)
(*    before    : the pairs p < q of its strict partial order,             *)
(*    less      : the pairs <<p, q>> of its clauses p.x < q.x].            *)
(***************************************************************************)
EXTENDS Integers, FiniteSets

CONSTANTS
    Window, \* w, the largest span that fits
    Step    \* s: 1 where "before" means a smaller ts (strict), 0 where ties count (nonstrict)

Max(S) == CHOOSE x \in S : \A y \in S : y <= x
Min(S) == CHOOSE x \in S : \A y \in S : x <= y

Nothing == [p \in {} |-> {}]
Bind(mu, p, e) == [q \in DOMAIN mu \cup {p} |-> IF q = p THEN e ELSE mu[q]]
Times(mu) == {mu[p].ts : p \in DOMAIN mu}

RECURSIVE Bindings(_, _, _)
(* Every binding of some names to events of their types, S-4.1. *)
Bindings(P, S, names) ==
    IF names = {} THEN {Nothing}
    ELSE LET p == CHOOSE q \in names : TRUE
         IN {Bind(mu, p, e) : mu \in Bindings(P, S, names \ {p}),
                              e \in {d \in S : d.type = P.type[p]}}

(* ----------------------------------------------------------- the five rules *)

Distinct(mu) == \A p, q \in DOMAIN mu : mu[p] = mu[q] => p = q

Ordered(mu, P) ==
    \A pair \in P.before :
        {pair[1], pair[2]} \subseteq DOMAIN mu => mu[pair[1]].ts + Step <= mu[pair[2]].ts

Satisfied(mu, clauses) == \A pair \in clauses : mu[pair[1]].x < mu[pair[2]].x

Fits(mu) == Max(Times(mu)) - Min(Times(mu)) <= Window

ClausesOf(P, n) == {pair \in P.less : n \in {pair[1], pair[2]}}
PositiveClauses(P) == {pair \in P.less : {pair[1], pair[2]} \subseteq P.pos}

InPlace(mu, P) == Distinct(mu) /\ Ordered(mu, P) /\ Fits(mu)

(* Rule 5 fails if one of these events extends mu by a negated name. *)
Refuted(mu, P, S) ==
    \E n \in P.neg : \E e \in S :
        /\ e.type = P.type[n]
        /\ InPlace(Bind(mu, n, e), P)
        /\ Satisfied(Bind(mu, n, e), ClausesOf(P, n))

Candidates(P, S) ==
    {mu \in Bindings(P, S, P.pos) : InPlace(mu, P) /\ Satisfied(mu, PositiveClauses(P))}

Matches(P, S) == {mu \in Candidates(P, S) : ~Refuted(mu, P, S)}

(* ----------------------------------------------------------------- finality *)

Predecessors(P, n) == {p \in P.pos : <<p, n>> \in P.before}
Successors(P, n) == {q \in P.pos : <<n, q>> \in P.before}

Lo(mu, P, n) == Max({mu[p].ts + Step : p \in Predecessors(P, n)} \cup {Max(Times(mu)) - Window})
Hi(mu, P, n) == Min({mu[q].ts - Step : q \in Successors(P, n)} \cup {Min(Times(mu)) + Window})

(* The horizon as S-5.2 computes it.  Time -1 is the beginning: no event is older than 0. *)
Horizon(mu, P) ==
    Max({-1} \cup {Hi(mu, P, n) : n \in {k \in P.neg : Lo(mu, P, k) <= Hi(mu, P, k)}})

(* What the horizon is meant to say: an event after `time`, whatever its attribute, lies in a
   place where it could refute mu.  The event is new, so no event of mu has its nth. *)
CouldBeRefuted(mu, P, time) ==
    \E n \in P.neg : \E ts \in (time + 1)..(Max(Times(mu)) + Window) :
        InPlace(Bind(mu, n, [type |-> P.type[n], ts |-> ts, x |-> 0, nth |-> 0]), P)
=============================================================================
