-- Attempts that are limited by address or e-mail: signing in, setting up, asking for a new password. Each row is a bucket that empties
-- evenly over its window, so no attempt waits for a clock to strike. Losing the rows in a crash lets a few more attempts through.
create unlogged table attempt_limits (
  subject text primary key,
  used double precision not null,
  counted_at timestamptz not null
) with (fillfactor = 50);

-- Takes one attempt out of so many a window. A refused attempt takes nothing: whoever keeps trying does not prolong the wait.
create function take_attempt(the_subject text, most int, window_seconds int, at timestamptz)
returns table (is_taken boolean, used_now double precision, retry_after_seconds int) language plpgsql as
$$
declare
  row_before attempt_limits%rowtype;
begin
  insert into attempt_limits values (the_subject, 0, at) on conflict do nothing;
  select * into row_before from attempt_limits l where l.subject = the_subject for update;
  used_now := greatest(0, row_before.used - greatest(0, extract(epoch from at - row_before.counted_at)) * most / window_seconds);
  is_taken := used_now + 1 <= most + 1e-6;
  retry_after_seconds := case when is_taken then 0 else greatest(1, ceil((used_now + 1 - most) * window_seconds / most - 1e-3)) end;
  if is_taken then used_now := used_now + 1; end if;
  update attempt_limits l set used = used_now, counted_at = greatest(l.counted_at, at) where l.subject = the_subject;
  return next;
end
$$;
