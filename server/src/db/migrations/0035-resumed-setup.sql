-- The account of a setup that has begun, so that a setup after a crash completes it instead of creating another one.
alter table set_up_tokens add column first_account_id bigint;
