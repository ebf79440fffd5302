-- Users of an identity provider (OpenID Connect), by its issuer and its id of the user, which never change.
create table oidc_identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject)
);
create index oidc_identities_by_user on oidc_identities (user_id);

-- Roles from a group of the identity provider follow the groups at every sign-in; roles granted here are kept.
alter table memberships add column is_from_group boolean not null default false;
