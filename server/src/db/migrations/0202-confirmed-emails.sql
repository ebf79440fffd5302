-- When it was shown that the user receives mail at the address, or that the operator vouches for it. Of older users nobody knows.
alter table users add column email_confirmed_at timestamptz;

-- Whether the link went to the invited address and to nobody else, so that whoever holds it owns the address.
alter table invitations add column is_mailed boolean not null default false;
