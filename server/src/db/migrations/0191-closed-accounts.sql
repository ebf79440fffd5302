-- Set when the deletion of an account begins: from then on it takes no events and nobody reaches it. The row goes last, so that a
-- deletion that was interrupted can go on.
alter table accounts add column closed_at timestamptz;
