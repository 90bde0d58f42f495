"""Types that are made from specs already: what was forgotten when somebody made them so."""
