-- What happened in a visit is written and read whole and hardly ever looked into: taking it apart for jsonb cost more than all the other
-- columns of a visit together. This rewrites every visit once.
alter table visits alter column events type json using events::json;
