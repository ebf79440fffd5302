-- Every search reads all pending entries of the index, and a request may match 200 names with several searches each.
alter index companies_by_words set (gin_pending_list_limit = 256);
