-- An erasure finds the other pages with a path. Paths can be too long for an index.
create index pages_by_path on pages (account_id, hashtextextended(path, 0));
