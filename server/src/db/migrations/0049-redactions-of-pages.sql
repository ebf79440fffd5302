-- Counts the transactions that redacted pages of the account. Workers do not use pages that they cached before.
alter table accounts add column page_redactions int not null default 0;
