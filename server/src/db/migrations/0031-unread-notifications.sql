-- The unread notifications of a user, to count them without reading the others.
create index notifications_unread on notifications (account_id, user_id) where read_at is null;
