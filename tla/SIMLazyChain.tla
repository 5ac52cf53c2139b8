---------------------------- MODULE SIMLazyChain ----------------------------
(***************************************************************************)
(* Random behaviours of streams that are too long to be visited all.  TLC  *)
(* throws a coin between the two disjuncts; time goes step by step, since  *)
(* a jump to the end would cut most behaviours short.                      *)
(***************************************************************************)
EXTENDS MCLazyChain

SimNext ==
    \/ \E type \in Types, ts \in (machine.time + 1)..MaxTs, x \in Values : Arrive(type, ts, x)
    \/ machine.time < End /\ Advance(machine.time + 1)

SimSpec == Init /\ [][SimNext]_vars

(* False on purpose: a behaviour is long enough to emit several matches of a full stream. *)
NeverMany == ~(Cardinality(Emitted) > 2 /\ Cardinality(stream) = MaxEvents)
=============================================================================
