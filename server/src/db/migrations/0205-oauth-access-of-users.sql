-- Sessions and interactions of the authorization server were stored with readable ids: those that exist end, and people sign in again.
delete from oauth_records where model in ('Session', 'Interaction');

-- Consents and tokens are listed and revoked by user.
create index oauth_records_by_user on oauth_records ((payload ->> 'accountId'), model) where payload ->> 'accountId' is not null;
