-- What happened in a visit is written and read whole and hardly ever looked into: taking it apart for jsonb cost more than all the other
-- columns of a visit together, and even checking that it is JSON a fifth of writing the row itself. This rewrites every visit once.
alter table visits alter column events type text using events::text;
