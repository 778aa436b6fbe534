"""Lists inside sentences name everything, or so many and count the rest."""

import pytest

from inbounds.counts_and_lists import listed


@pytest.mark.parametrize(
    ("names", "most", "words"),
    [
        ("a", 1, "a"),
        ("abc", None, "a, b and c"),
        ("abcd", 3, "a, b, c and d"),  # "1 others" would say no less
        ("abcde", 3, "a, b, c and 2 others"),
        ("abc", 1, "a and 2 others"),
    ],
)
def test_a_long_list_counts_what_it_does_not_name(names, most, words):
    assert listed(list(names), most) == words
