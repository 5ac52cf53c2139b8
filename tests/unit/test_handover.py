"""Who may bind what, when new events join old ones."""

from __future__ import annotations

from augury.spec.handover import share


def test_in_its_turn_a_name_binds_new_events_and_those_before_it_old_ones() -> None:
    order = ["c", "b", "a"]
    assert [share(name, "b", order) for name in order] == ["old", "new", "any"]
    assert [share(name, "c", order) for name in order] == ["new", "any", "any"]
