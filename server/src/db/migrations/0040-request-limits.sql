-- How much of its rate and its month a credential has used. Looked up before the account is known, so it lives on the coordinator.
create table request_limits (
  subject text primary key,
  tokens double precision not null,
  filled_at timestamptz not null,
  month date not null,
  used int not null
) with (fillfactor = 50);

-- Takes so many requests at once from a bucket that fills with the time, and from the month's quota. The row is locked until
-- the statement ends, so every process counts with every other one. The commit is not waited for: a crash of the database
-- may forget the last half second of counting, never more.
create function take_requests(the_subject text, wanted int, rate int, burst int, quota int, at timestamptz)
returns table (by_rate int, granted int, tokens_left double precision, used_in_month int) language plpgsql as
$$
declare
  row_before request_limits%rowtype;
  this_month date := date_trunc('month', at at time zone 'UTC')::date;
  available double precision;
begin
  if wanted = 0 then return query select 0, 0, 0::double precision, 0; return; end if;
  perform set_config('synchronous_commit', 'off', true);
  select * into row_before from request_limits r where r.subject = the_subject for update;
  if not found then
    insert into request_limits values (the_subject, burst, at, this_month, 0) on conflict do nothing;
    select * into row_before from request_limits r where r.subject = the_subject for update;
  end if;
  -- Clocks of servers differ a little: time never runs backwards here.
  available := least(burst, row_before.tokens + greatest(0, extract(epoch from at - row_before.filled_at)) * rate);
  used_in_month := case when row_before.month >= this_month then row_before.used else 0 end;
  by_rate := least(wanted, floor(available + 1e-6)::int);
  granted := least(by_rate, greatest(0, quota - used_in_month));
  tokens_left := available - granted;
  used_in_month := used_in_month + granted;
  update request_limits r set tokens = tokens_left, filled_at = greatest(r.filled_at, at), month = greatest(r.month, this_month), used = used_in_month
    where r.subject = the_subject;
  return next;
end
$$;
