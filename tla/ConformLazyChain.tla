-------------------------- MODULE ConformLazyChain --------------------------
(***************************************************************************)
(* Numbers that tests/tlc compares with the Python code, so that the model *)
(* and the code it stands for cannot drift apart: over all streams of at   *)
(* most MaxEvents events, for each pattern,                                *)
(*   streams, matches, final matches over all times;                       *)
(* and over all orders of names and both ways of arrival, in order with    *)
(* time following and in reverse order with time standing still, after     *)
(* every arrival and after the end of the stream,                          *)
(*   buffered events, waiting instances, pending and emitted bindings.     *)
(***************************************************************************)
EXTENDS LazyChain, Patterns, TLC

All == [Seq3 |-> Seq3, Seq3Clause |-> Seq3Clause, AndShared |-> AndShared, And3 |-> And3,
        NotFirst |-> NotFirst, NotBetween |-> NotBetween, NotLast |-> NotLast,
        NotBeside |-> NotBeside, NotSameType |-> NotSameType, NotClause |-> NotClause]

TypesOf(P) == {P.type[p] : p \in P.pos \cup P.neg}
ValuesOf(P) == IF P.less = {} THEN {0} ELSE {0, 1}

With(S, type, ts, x) ==
    LET same == {e \in S : e.type = type /\ e.ts = ts /\ e.x = x}
    IN S \cup {[type |-> type, ts |-> ts, x |-> x, nth |-> Cardinality(same) + 1]}

RECURSIVE Streams(_, _)
Streams(P, size) ==
    IF size = 0 THEN {{}}
    ELSE {{}} \cup {With(S, type, ts, x) : S \in Streams(P, size - 1), type \in TypesOf(P),
                                           ts \in 0..MaxTs, x \in ValuesOf(P)}

Rank == [A |-> 0, B |-> 1, C |-> 2, N |-> 3]
Key(e) == ((e.ts * 4 + Rank[e.type]) * 2 + e.x) * (MaxEvents + 1) + e.nth

RECURSIVE Arrivals(_)
Arrivals(S) ==
    IF S = {} THEN <<>>
    ELSE LET first == CHOOSE e \in S : \A d \in S : Key(e) <= Key(d)
         IN <<first>> \o Arrivals(S \ {first})

Reversed(s) == [k \in 1..Len(s) |-> s[Len(s) + 1 - k]]

RECURSIVE States(_, _, _, _, _)
(* The machine after every arrival, and after the end. *)
States(P, O, m, arrivals, timed) ==
    IF arrivals = <<>> THEN <<Advanced(P, O, m, End)>>
    ELSE LET e == Head(arrivals)
             before == IF timed /\ e.ts - 1 > m.time THEN Advanced(P, O, m, e.ts - 1) ELSE m
             after == Push(P, O, before, e)
         IN <<after>> \o States(P, O, after, Tail(arrivals), timed)

(* Sums are kept in TLC's registers: sets of all states would be too large to normalise. *)
Add(register, number) == TLCSet(register, TLCGet(register) + number)

CountStream(P, S) ==
    LET found == Matches(P, S)
    IN /\ Add(1, 1)
       /\ Add(2, Cardinality(found))
       /\ Add(3, Cardinality({pair \in found \X ((-1)..End) : Horizon(pair[1], P) <= pair[2]}))

CountState(m) ==
    /\ Add(4, Cardinality(m.buffer))
    /\ Add(5, Cardinality(DOMAIN m.waiting))
    /\ Add(6, Cardinality(DOMAIN m.pending))
    /\ Add(7, Cardinality(DOMAIN m.emitted))

CountRun(P, O, arrivals, timed) ==
    LET states == States(P, O, Start, arrivals, timed)
    IN \A k \in 1..Len(states) : CountState(states[k])

Count(P) ==
    \A S \in Streams(P, MaxEvents) :
        LET arrivals == Arrivals(S)
        IN /\ CountStream(P, S)
           /\ \A O \in Orders(P) : CountRun(P, O, arrivals, TRUE)
                                   /\ CountRun(P, O, Reversed(arrivals), FALSE)

ASSUME \A name \in DOMAIN All :
    /\ \A register \in 1..7 : TLCSet(register, 0)
    /\ Count(All[name])
    /\ PrintT(<<"numbers", name, [register \in 1..7 |-> TLCGet(register)]>>)
=============================================================================
