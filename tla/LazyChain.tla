----------------------------- MODULE LazyChain ------------------------------
(***************************************************************************)
(* The lazy chain at work on an unbounded choice of streams: events arrive *)
(* in any order that time still permits, time advances, what is too old is *)
(* dropped.  The pattern and the order in which the chain binds its names  *)
(* are chosen at the beginning.                                            *)
(*                                                                         *)
(* An instance is the sequence of the events that it holds, in the order   *)
(* of evaluation; its length says on which take edge it waits.  Instances, *)
(* pending and emitted bindings are bags (functions to counts), because a  *)
(* set would hide what is made twice.                                      *)
(*                                                                         *)
(* Paper: [D] sections 4 and 5, [T] sections 3.3 to 3.5.1.                 *)
(* Code: reference/nfa/machine.py, reference/nfa/negation.py.              *)
(***************************************************************************)
EXTENDS Definition, Sequences

CONSTANTS
    Patterns,  \* one of these is chosen
    Types,     \* of events
    Values,    \* of the attribute x
    MaxTs,     \* events have ts in 0..MaxTs
    MaxEvents, \* in a stream
    Disorder,  \* an event is at most that much older than the newest one before it
    Variant    \* "corrected", or the name of one deviation

VARIABLES
    pattern,
    order,     \* a permutation of the positive names
    stream,    \* every event that has arrived
    machine    \* [time, buffer, waiting, pending, emitted, rejected]

vars == <<pattern, order, stream, machine>>

End == MaxTs + Window

(* --------------------------------------------------------------------- bags *)

Empty == [i \in {} |-> 0]
Plus(A, B) ==
    [i \in DOMAIN A \cup DOMAIN B |->
        (IF i \in DOMAIN A THEN A[i] ELSE 0) + (IF i \in DOMAIN B THEN B[i] ELSE 0)]
Only(B, keys) == [i \in DOMAIN B \cap keys |-> B[i]]
Drop(B, keys) == [i \in DOMAIN B \ keys |-> B[i]]

(* ------------------------------------------------------------ one take edge *)

Bound(O, i) == {O[k] : k \in 1..Len(i)}
Place(O, p) == CHOOSE k \in 1..Len(O) : O[k] = p
Oldest(i) == Min({i[k].ts : k \in 1..Len(i)})

(* The bound names that the scope of a take edge looks at: all neighbours in the partial order;
   as printed, the one predecessor that was bound last and the one successor bound first. *)
After(P, O, i, p) ==
    LET all == {k \in 1..Len(i) : <<O[k], p>> \in P.before}
    IN IF Variant = "printed_scope" /\ all # {} THEN {Max(all)} ELSE all
Before(P, O, i, p) ==
    LET all == {k \in 1..Len(i) : <<p, O[k]>> \in P.before}
    IN IF Variant = "printed_scope" /\ all # {} THEN {Min(all)} ELSE all

InScope(P, O, i, p, e) ==
    /\ \A k \in After(P, O, i, p) : i[k].ts + Step <= e.ts
    /\ \A k \in Before(P, O, i, p) : e.ts + Step <= i[k].ts

Joins(i, e) ==
    LET times == {i[k].ts : k \in 1..Len(i)} \cup {e.ts}
    IN /\ Max(times) - Min(times) <= Window
       /\ Variant = "indistinct" \/ \A k \in 1..Len(i) : i[k] # e

(* A clause sits on the edge that binds the last of its names in the order of evaluation. *)
Condition(P, O, i, p, e) ==
    \A pair \in P.less :
        /\ pair[1] = p /\ pair[2] \in Bound(O, i) => e.x < i[Place(O, pair[2])].x
        /\ pair[2] = p /\ pair[1] \in Bound(O, i) => i[Place(O, pair[1])].x < e.x

CanTake(P, O, i, e) ==
    LET p == O[Len(i) + 1]
    IN /\ e.type = P.type[p]
       /\ InScope(P, O, i, p, e)
       /\ Joins(i, e)
       /\ Condition(P, O, i, p, e)

(* What instances become when each of them is shown some events.  A child has one parent, so its
   count is the parent's. *)
Taken(P, O, B, events) ==
    LET children == UNION {{Append(i, e) : e \in {d \in events : CanTake(P, O, i, d)}}
                           : i \in DOMAIN B}
    IN [c \in children |-> B[SubSeq(c, 1, Len(c) - 1)]]

RECURSIVE Made(_, _, _, _, _, _, _)
(* All that the arrival of e makes: an instance that waits is shown the event; one that has just
   been made (`entered`, holding k events) scans the buffer, which holds the event already. *)
Made(P, O, waiting, e, buffer, entered, k) ==
    IF k = Len(O) THEN entered
    ELSE LET here == Only(waiting, {i \in DOMAIN waiting : Len(i) = k})
             shown == IF Variant = "rescan" THEN buffer ELSE {e}
             next == Plus(Taken(P, O, here, shown), Taken(P, O, entered, buffer))
         IN Plus(entered, Made(P, O, waiting, e, buffer, next, k + 1))

(* ------------------------------------------------ complete bindings: a judge *)

BindingOf(O, i) == [p \in {O[k] : k \in 1..Len(O)} |-> i[Place(O, p)]]
InstanceOf(O, mu) == [k \in 1..Len(O) |-> mu[O[k]]]

(* The time for which a complete binding waits before it is emitted. *)
Wait(P, mu) ==
    CASE Variant = "no_waiting" -> -1
      [] Variant = "early_waiting" -> Horizon(mu, P) - 1
      [] Variant = "printed_waiting" ->
            \* a name with a successor is sought in the buffer once, any other until the time-out
            IF \A n \in P.neg : Successors(P, n) # {} THEN -1 ELSE Min(Times(mu)) + Window
      [] OTHER -> Horizon(mu, P)

(* ---------------------------------------------------------- the three calls *)

KeepsEvent(e, time) ==
    e.ts >= time + 1 - Window + (IF Variant = "early_buffer_expiry" THEN 1 ELSE 0)

(* The last tick at which an instance could take an event: the window and the scope say so. *)
Until(P, O, i) ==
    Min({Oldest(i) + Window} \cup {i[k].ts - Step : k \in Before(P, O, i, O[Len(i) + 1])})
KeepsInstance(P, O, i, time) ==
    \/ Len(i) = 0
    \/ Variant = "no_instance_expiry"
    \/ Until(P, O, i) > time + (IF Variant = "early_instance_expiry" THEN 1 ELSE 0)

Start == [time |-> -1, buffer |-> {}, waiting |-> [i \in {<<>>} |-> 1],
          pending |-> Empty, emitted |-> Empty, rejected |-> {}]

Push(P, O, m, e) ==
    LET buffer == m.buffer \cup {e}
        made == Made(P, O, m.waiting, e, buffer, Empty, 0)
        whole == {i \in DOMAIN made : Len(i) = Len(O)}
        complete == [mu \in {BindingOf(O, i) : i \in whole} |-> made[InstanceOf(O, mu)]]
        refuted == {mu \in DOMAIN complete : Refuted(mu, P, buffer)}
        overturned == {mu \in DOMAIN m.pending : Refuted(mu, P, {e})}
        final == {mu \in DOMAIN complete : Wait(P, mu) <= m.time} \ refuted
        staying == {i \in DOMAIN made \ whole : KeepsInstance(P, O, i, m.time)}
        waiting == Plus(m.waiting, Only(made, staying))
        moved == {i \in DOMAIN waiting : \E d \in buffer : CanTake(P, O, i, d)}
    IN [m EXCEPT !.buffer = buffer,
                 !.waiting = IF Variant = "moved" THEN Drop(waiting, moved) ELSE waiting,
                 !.pending = Plus(Drop(@, overturned), Drop(complete, final \cup refuted)),
                 !.emitted = Plus(@, Only(complete, final)),
                 !.rejected = @ \cup refuted \cup overturned]

Advanced(P, O, m, time) ==
    LET final == {mu \in DOMAIN m.pending : Wait(P, mu) <= time}
    IN [m EXCEPT !.time = time,
                 !.buffer = {e \in @ : KeepsEvent(e, time)},
                 !.waiting = Only(@, {i \in DOMAIN @ : KeepsInstance(P, O, i, time)}),
                 !.pending = Drop(@, final),
                 !.emitted = Plus(@, Only(m.pending, final))]

(* ------------------------------------------------------------- the behaviour *)

Orders(P) ==
    {O \in [1..Cardinality(P.pos) -> P.pos] : \A k, l \in DOMAIN O : O[k] = O[l] => k = l}

Init ==
    /\ pattern \in Patterns
    /\ order \in Orders(pattern)
    /\ stream = {}
    /\ machine = Start

(* An event is not late (S-5.1), and not more out of order than agreed. *)
Arrive(type, ts, x) ==
    LET same == {e \in stream : e.type = type /\ e.ts = ts /\ e.x = x}
        event == [type |-> type, ts |-> ts, x |-> x, nth |-> Cardinality(same) + 1]
    IN /\ Cardinality(stream) < MaxEvents
       /\ \A e \in stream : e.ts - Disorder <= ts
       /\ stream' = stream \cup {event}
       /\ machine' = Push(pattern, order, machine, event)
       /\ UNCHANGED <<pattern, order>>

Advance(time) ==
    /\ machine' = Advanced(pattern, order, machine, time)
    /\ UNCHANGED <<pattern, order, stream>>

Next ==
    \/ \E type \in Types, ts \in (machine.time + 1)..MaxTs, x \in Values : Arrive(type, ts, x)
    \/ \E time \in {machine.time + 1, End} : machine.time < time /\ time <= End /\ Advance(time)

Spec == Init /\ [][Next]_vars

(* ------------------------------------------------------------ the invariants *)

Found == Matches(pattern, stream)
Emitted == DOMAIN machine.emitted

(* What is emitted is a match, and stays one whatever arrives later. *)
OnlyMatches == Emitted \subseteq Found

(* A match that no event to come can refute has been emitted. *)
NothingMissing ==
    \A mu \in Found : mu \in Emitted \/ CouldBeRefuted(mu, pattern, machine.time)

(* When all has expired, every match has been emitted. *)
NothingLost == machine.time = End => Found \subseteq Emitted

(* A match is not emitted while an event to come could refute it. *)
NothingEarly == \A mu \in Emitted : ~CouldBeRefuted(mu, pattern, machine.time)

(* No match is emitted twice, and no instance is made twice. *)
NothingTwice ==
    /\ \A mu \in Emitted : machine.emitted[mu] = 1
    /\ \A mu \in DOMAIN machine.pending : machine.pending[mu] = 1
    /\ \A i \in DOMAIN machine.waiting : machine.waiting[i] = 1

(* What is kept lies within the window that an event to come still reaches. *)
BufferBounded ==
    LET inside(ts) == ts + Window > machine.time
    IN /\ \A e \in machine.buffer : inside(e.ts)
       /\ \A i \in DOMAIN machine.waiting : i # <<>> => inside(Oldest(i))
       /\ \A mu \in DOMAIN machine.pending : inside(Min(Times(mu)))

(* False on purpose: what must be reachable, lest the invariants say nothing. *)
NeverEmits == Emitted = {}
NeverRejects == machine.rejected = {}
NeverExpires == machine.buffer = stream
NeverWaits == DOMAIN machine.pending = {}
=============================================================================
