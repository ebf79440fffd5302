-- Every criterion of a profile is required now, so companies that missed one no longer match.
delete from icp_matches where cardinality(missed) > 0;
