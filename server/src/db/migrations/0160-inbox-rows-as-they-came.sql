-- A row of the inbox lives for about a second. It stays on its page as it came, as long as it fits there: compressing it and taking that
-- back cost more than writing it.
alter table inbox set (toast_tuple_target = 8160);
