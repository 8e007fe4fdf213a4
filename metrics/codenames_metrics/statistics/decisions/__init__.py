"""Statistics of decisions: means over boards, differences of answers, orders, and corrections for many tests."""
