-- A merge of companies finds the accounts whose evidence refers to the merged company. Without an index, it reads all verdicts.
create index verdicts_by_evidence on verdicts using gin (jsonb_path_query_array(evidence, '$[*].company.key'));
