------------------------------ MODULE Patterns ------------------------------
(***************************************************************************)
(* The patterns that the models choose from.  Each is named after its      *)
(* text, which stands beside it and in tests/tlc, where the number of its  *)
(* matches is compared with what the definition in Python says.            *)
(***************************************************************************)
EXTENDS Integers

Own == [a |-> "A", b |-> "B", c |-> "C", n |-> "N"]
Chain3 == {<<"a", "b">>, <<"b", "c">>, <<"a", "c">>}

(* SEQ(A a, B b, C c) *)
Seq3 == [pos |-> {"a", "b", "c"}, neg |-> {}, type |-> Own, before |-> Chain3, less |-> {}]

(* SEQ(A a, B b, C c) WHERE a.x < c.x *)
Seq3Clause == [Seq3 EXCEPT !.less = {<<"a", "c">>}]

(* AND(SEQ(A a, B b), A c) *)
AndShared == [pos |-> {"a", "b", "c"}, neg |-> {}, type |-> [Own EXCEPT !.c = "A"],
              before |-> {<<"a", "b">>}, less |-> {}]

(* AND(A a, B b, C c) *)
And3 == [Seq3 EXCEPT !.before = {}]

Two == [pos |-> {"a", "b"}, neg |-> {"n"}, type |-> Own, before |-> {<<"a", "b">>}, less |-> {}]

(* SEQ(NOT(N n), A a, B b) *)
NotFirst == [Two EXCEPT !.before = @ \cup {<<"n", "a">>, <<"n", "b">>}]

(* SEQ(A a, NOT(N n), B b) *)
NotBetween == [Two EXCEPT !.before = @ \cup {<<"a", "n">>, <<"n", "b">>}]

(* SEQ(A a, B b, NOT(N n)) *)
NotLast == [Two EXCEPT !.before = @ \cup {<<"a", "n">>, <<"b", "n">>}]

(* AND(SEQ(A a, B b), NOT(N n)) *)
NotBeside == Two

(* SEQ(A a, NOT(A n), B b) *)
NotSameType == [NotBetween EXCEPT !.type.n = "A"]

(* SEQ(A a, NOT(N n), B b) WHERE n.x < b.x *)
NotClause == [NotBetween EXCEPT !.less = {<<"n", "b">>}]
=============================================================================
