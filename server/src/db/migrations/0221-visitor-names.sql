-- With which e-mail address, and when, a visitor's names were last given. They are shown while that address is the visitor's latest.
alter table visitors add column named_first text;
alter table visitors add column named_first_email text;
alter table visitors add column named_first_at timestamptz;
alter table visitors add column named_last text;
alter table visitors add column named_last_email text;
alter table visitors add column named_last_at timestamptz;
update visitors set named_first = first_name, named_first_email = email, named_first_at = identified_at
  where first_name is not null and email is not null and identified_at is not null;
update visitors set named_last = last_name, named_last_email = email, named_last_at = identified_at
  where last_name is not null and email is not null and identified_at is not null;
