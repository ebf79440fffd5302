-- Searching a million contacts: by words like companies, and by role and e-mail address without reading all of them.
create function contact_words(full_name text, title text) returns tsvector language plpgsql immutable parallel safe as
$$ begin
  return strip(public.search_words(full_name || ' ' || coalesce(title, '')));
end $$;

alter table contacts add column words tsvector generated always as (contact_words(full_name, title)) stored;
create index contacts_by_words on contacts using gin (words) with (gin_pending_list_limit = 256);

create function email_values(emails jsonb) returns text[] language sql immutable parallel safe as
$$ select array(select lower(one ->> 'value') from jsonb_array_elements(emails) as one) $$;

create index contacts_by_emails on contacts using gin (email_values(emails)) where emails <> '[]'::jsonb;
create index contacts_by_role on contacts (department, hierarchy_level);
