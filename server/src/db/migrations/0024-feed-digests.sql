-- Users who get the companies of a feed by e-mail every day or week.
create table digest_subscriptions (
  account_id bigint not null references accounts (id) on delete cascade,
  user_id bigint not null,
  -- The name of a built-in feed or the number of a custom one.
  feed_id text not null,
  frequency text not null check (frequency in ('daily', 'weekly')),
  next_at timestamptz not null,
  primary key (account_id, user_id, feed_id)
);
create index digest_subscriptions_due on digest_subscriptions (next_at);
select place_by_account('digest_subscriptions');
