// Generated from the migrated database by `npm run generate`; do not edit.
import type { ColumnType } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** A 64-bit number: read as text, because a JavaScript number cannot hold it. */
type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** Written as text that holds JSON. */
type Json<Value = unknown> = ColumnType<Value, string, string>;
/** A column with a default, which an insert may leave out. */
type Generated<Column> = Column extends ColumnType<infer Read, infer Insert, infer Update>
  ? ColumnType<Read, Insert | undefined, Update>
  : ColumnType<Column, Column | undefined, Column>;

type AccountChangesTable = {
  account_id: Int8;
  mark: string;
  changed_at: Timestamp;
};

type AccountLogosTable = {
  account_id: Int8;
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  content: Buffer;
  hash: string;
  updated_at: Timestamp;
};

type AccountsTable = {
  id: Int8;
  name: string;
  plan: 'lite' | 'trial' | 'premium';
  timezone: string;
  company_id: Int8 | null;
  monthly_credits: Generated<number>;
  cookie_consent: Generated<Json<ColumnTypes['accounts.cookie_consent']>>;
  data_processing: Generated<Json<ColumnTypes['accounts.data_processing']>>;
  outreach: Generated<Json<ColumnTypes['accounts.outreach']>>;
  brand_color: string | null;
  checklist_hidden_at: Timestamp | null;
  sample_status: 'filling' | 'ready' | null;
  created_at: Timestamp;
  closed_at: Timestamp | null;
  full_addresses_at: Timestamp | null;
  rollup_generation: Generated<number>;
  page_redactions: Generated<number>;
};

type ActivitiesTable = {
  account_id: Int8;
  id: Int8;
  company_id: Int8;
  actor_id: Int8;
  kind: string;
  detail: string | null;
  happened_at: Timestamp;
};

type AddressSecretsTable = {
  account_id: Int8;
  secret: Buffer;
};

type AlertDeliveriesTable = {
  account_id: Int8;
  id: string;
  feed_id: string;
  channel: 'email' | 'webhook';
  status: 'pending' | 'delivered' | 'failed' | 'dropped';
  leads: Json<ColumnTypes['alert_deliveries.leads']>;
  created_at: Timestamp;
  next_attempt_at: Timestamp;
  completed_at: Timestamp | null;
  attempts: Generated<number>;
  log: Generated<Json<ColumnTypes['alert_deliveries.log']>>;
};

type AlertKnownLeadsTable = {
  account_id: Int8;
  feed_id: string;
  company_id: Int8;
  known_since: Timestamp;
};

type ApiKeysTable = {
  id: Int8;
  user_id: Int8;
  name: string;
  hash: Buffer;
  hint: string;
  scopes: string[] | null;
  rate_per_second: number;
  burst: number;
  monthly_quota: number;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
};

type ApiTokensTable = {
  id: Int8;
  user_id: Int8;
  name: string;
  hash: Buffer;
  hint: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
  disabled_at: Timestamp | null;
};

type AttemptLimitsTable = {
  subject: string;
  used: number;
  counted_at: Timestamp;
};

type AuditLogTable = {
  account_id: Int8;
  id: Int8;
  happened_at: Timestamp;
  actor_kind: 'user' | 'api_key' | 'api_token' | 'oauth_app' | 'command' | 'service';
  actor_id: string | null;
  user_id: Int8 | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  detail: Json;
};

type AutomationLeadsTable = {
  account_id: Int8;
  automation_id: Int8;
  company_id: Int8;
  seen_at: Timestamp;
  actions: ColumnTypes['automation_leads.actions'][] | null;
};

type AutomationsTable = {
  account_id: Int8;
  id: Int8;
  name: string;
  feed_id: string;
  actions: Json<ColumnTypes['automations.actions']>;
  webhook_secret: string | null;
  is_on: Generated<boolean>;
  created_by: Int8;
  created_at: Timestamp;
  known_leads_at: Timestamp | null;
  checked_at: Timestamp | null;
};

type BackupRunsTable = {
  id: Int8;
  started_at: Timestamp;
  finished_at: Timestamp;
  is_scheduled: boolean;
  path: string;
  bytes: Int8 | null;
  error: string | null;
  deleted_at: Timestamp | null;
};

type BatchJobsTable = {
  account_id: Int8;
  id: string;
  type: string;
  status: 'running' | 'completed' | 'failed';
  configuration: Json<ColumnTypes['batch_jobs.configuration']>;
  results: Json<ColumnTypes['batch_jobs.results']> | null;
  summary: Json<ColumnTypes['batch_jobs.summary']> | null;
  errors: Json<ColumnTypes['batch_jobs.errors']> | null;
  attempts: Generated<number>;
  created_at: Timestamp;
  completed_at: Timestamp | null;
};

type CampaignCostsTable = {
  account_id: Int8;
  id: Int8;
  campaign_id: Int8;
  first_day: string;
  last_day: string;
  amount_cents: Int8;
  currency: string;
  created_at: Timestamp;
};

type CampaignsTable = {
  account_id: Int8;
  id: Int8;
  utm_campaign: string;
  name: string;
  status: 'draft' | 'active' | 'paused' | 'ended';
  channel: string | null;
  budget: Json | null;
  starts_on: string | null;
  ends_on: string | null;
  discovered: boolean;
  list_id: Int8 | null;
  custom_feed_id: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};

type CommitFenceTable = {
  id: number;
};

type CompaniesTable = {
  id: Int8;
  owner_account_id: Int8 | null;
  name: string;
  kind: Generated<'business' | 'education' | 'government' | 'nonprofit'>;
  origin: string;
  fact_origins: Generated<Json<ColumnTypes['companies.fact_origins']>>;
  network_name: string | null;
  domain: string | null;
  alternative_names: Generated<string[]>;
  names_indexed: Generated<boolean>;
  description: string | null;
  url: string | null;
  alternative_urls: Generated<string[]>;
  email: string | null;
  phone_numbers: Generated<string[]>;
  logo_url: string | null;
  founded_year: number | null;
  legal_form: string | null;
  register: Json<ColumnTypes['companies.register']> | null;
  vat_id: string | null;
  street_address: string | null;
  postal_code: string | null;
  city: string | null;
  region: string | null;
  region_code: string | null;
  country_code: string | null;
  latitude: number | null;
  longitude: number | null;
  industry_codes: Generated<string[]>;
  employee_count: number | null;
  employee_range: string | null;
  revenue: Json | null;
  earnings: Json | null;
  net_worth: Json | null;
  social_media_profiles: Generated<Json>;
  keywords: Generated<string[]>;
  customer_orientation: 'b2b' | 'b2c' | 'both' | null;
  do_not_contact: Generated<boolean>;
  group_company_id: Int8 | null;
  merged_into: Int8 | null;
  updated_at: Timestamp;
  words: ColumnType<string | null, never, never>;
};

type CompanyCandidatesTable = {
  company_id: Int8;
  candidate_id: Int8;
  score: number;
  matched_on: string[];
  status: 'open' | 'joined' | 'accepted' | 'rejected';
  created_at: Timestamp;
  decided_at: Timestamp | null;
};

type CompanyDaysTable = {
  account_id: Int8;
  company_id: Int8;
  day: string;
  place_id: Int8;
  visits: number;
  page_views: number;
  deepest_visit: number;
  first_visit_at: Timestamp;
  last_visit_at: Timestamp;
};

type CompanyDomainsTable = {
  domain: string;
  company_id: Int8;
};

type CompanyExternalIdsTable = {
  external_id: string;
  company_id: Int8;
};

type CompanyIpRangesTable = {
  block: string;
  company_id: Int8;
  source: string;
  updated_at: Timestamp;
};

type CompanyLocationsTable = {
  id: Int8;
  company_id: Int8;
  name: string | null;
  street_address: string | null;
  postal_code: string | null;
  city: string | null;
  region: string | null;
  region_code: string | null;
  country_code: string;
  latitude: number | null;
  longitude: number | null;
};

type CompanyNameKeysTable = {
  name_key: string;
  company_id: Int8;
  is_main: boolean;
};

type CompanyNetworksTable = {
  asn: Int8;
  company_id: Int8;
};

type CompanyPagesTable = {
  account_id: Int8;
  page_id: Int8;
  day: string;
  company_id: Int8;
};

type CompanySettingsTable = {
  account_id: Int8;
  company_id: Int8;
  do_not_contact: boolean;
  updated_at: Timestamp;
};

type CompanyValuesTable = {
  account_id: Int8;
  company_id: Int8;
  value_id: Int8;
  day: string;
  hours: Generated<number>;
  generation: Generated<number>;
};

type ContactOverridesTable = {
  account_id: Int8;
  contact_id: Int8;
  do_not_contact: boolean | null;
  found_emails: Json | null;
  found_phone_numbers: string[] | null;
  updated_at: Timestamp;
};

type ContactsTable = {
  id: Int8;
  company_id: Int8;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  full_name: string;
  title: string | null;
  department: Generated<string>;
  hierarchy_level: Generated<string>;
  affiliation: Generated<'current' | 'former'>;
  emails: Generated<Json<ColumnTypes['contacts.emails']>>;
  phone_numbers: Generated<string[]>;
  social_media_profiles: Generated<Json>;
  country_code: string | null;
  do_not_contact: Generated<boolean>;
  updated_at: Timestamp;
  words: ColumnType<string | null, never, never>;
};

type CorrectionsTable = {
  account_id: Int8;
  id: Int8;
  block: string | null;
  domain: string | null;
  effect: 'company' | 'not_a_company' | 'ignore';
  company_id: Int8 | null;
  created_at: Timestamp;
};

type CreditChargesTable = {
  account_id: Int8;
  id: string;
  charged_at: Timestamp;
  kind: string;
  record_id: string;
  credits: number;
  operation: string;
  request_id: string;
};

type CreditMonthsTable = {
  account_id: Int8;
  month: string;
  used: number;
};

type CrmConnectionsTable = {
  account_id: Int8;
  id: Int8;
  company_id: Int8;
  record_id: Int8;
  status: 'connected' | 'suggested';
  matched_on: string;
};

type CrmRecordsTable = {
  account_id: Int8;
  id: Int8;
  crm: string;
  record_type: 'organization' | 'lead' | 'contact' | 'deal';
  external_id: string;
  name: string;
  url: string | null;
  owner_name: string | null;
  owner_email: string | null;
  stage: string | null;
  do_not_contact: boolean | null;
  company_id: Int8 | null;
  domain: string | null;
  email: string | null;
  email_domain: string | null;
  company_name: string | null;
  company_name_key: string | null;
  updated_at: Timestamp;
};

type CustomFeedsTable = {
  account_id: Int8;
  id: string;
  number: Int8;
  name: string;
  description: string | null;
  filters: Json<ColumnTypes['custom_feeds.filters']>;
  sort: ColumnTypes['custom_feeds.sort'] | null;
  view: Json<ColumnTypes['custom_feeds.view']> | null;
  folder_id: string | null;
  owner_id: Int8 | null;
  alert_settings: Generated<Json<ColumnTypes['custom_feeds.alert_settings']>>;
  alerts_since: Timestamp | null;
  known_leads_at: Timestamp | null;
  webhook_secret: string | null;
  webhook_failing_since: Timestamp | null;
  webhook_disabled_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  alerts_checked_at: Timestamp | null;
  built_in_id: 'all_leads' | 'new_leads' | 'recommended_leads' | 'followed_companies' | null;
};

type CustomFieldValuesTable = {
  account_id: Int8;
  scope: string;
  record_id: Int8;
  field_id: string;
  value: Json<ColumnTypes['custom_field_values.value']>;
  updated_at: Timestamp;
};

type CustomFieldsTable = {
  account_id: Int8;
  id: string;
  scope: 'company' | 'contact';
  name: string;
  type: ColumnTypes['custom_fields.type'];
  description: string | null;
  prompt: string | null;
  editable: Generated<boolean>;
  created_at: Timestamp;
};

type DashboardAnnotationsTable = {
  account_id: Int8;
  id: Int8;
  day: string;
  body: string;
  author_id: Int8;
  created_at: Timestamp;
};

type DashboardLinksTable = {
  id: Int8;
  hash: Buffer;
  account_id: Int8;
  name: string;
  last_days: number | null;
  from_day: string | null;
  to_day: string | null;
  created_by: Int8 | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  last_opened_at: Timestamp | null;
};

type DayRebuildsTable = {
  account_id: Int8;
  last_id: Int8 | null;
  from_day: string | null;
  companies_done: Generated<number>;
  requested_at: Timestamp;
  heartbeat_at: Timestamp;
  step: Generated<'clear' | 'companies' | 'visits' | 'visit_days' | 'industries' | 'lead_windows' | 'clear_previous'>;
  companies: Generated<number>;
  counted_until: Timestamp | null;
  timezone: string | null;
};

type DeadLettersTable = {
  account_id: Int8;
  id: Int8;
  lane: number;
  received_at: Timestamp;
  failed_at: Timestamp;
  events: number;
  body: string;
  error: string;
};

type DigestSubscriptionsTable = {
  account_id: Int8;
  user_id: Int8;
  feed_id: string;
  frequency: 'daily' | 'weekly';
  next_at: Timestamp;
};

type EventIdsTable = {
  account_id: Int8;
  event_id: string;
  keep_until: Timestamp;
};

type EventOutcomesTable = {
  account_id: Int8;
  day: string;
  outcome: string;
  lane: number;
  events: Int8;
  last_at: Timestamp;
};

type EventReceiptsTable = {
  account_id: Int8;
  day: string;
  lane: number;
  events: Int8;
};

type ExportRequestsTable = {
  id: string;
  account_id: Int8;
  user_id: Int8;
  format: Generated<ColumnTypes['export_requests.format']>;
  feed_id: string;
  start_date: string;
  end_date: string;
  selection: Json | null;
  aliases: Generated<Json>;
  status: 'pending' | 'processed' | 'failed';
  file_name: string | null;
  done_rows: Generated<number>;
  total_rows: number | null;
  attempts: Generated<number>;
  created_at: Timestamp;
  heartbeat_at: Timestamp | null;
  finished_at: Timestamp | null;
  skipped_rows: Generated<number>;
};

type FeedChangesTable = {
  account_id: Int8;
  id: string;
  company_ids: string[];
  reader: Generated<string>;
};

type FeedCountsTable = {
  account_id: Int8;
  last_day: string;
  counts: Json;
  counted_at: Timestamp;
  took_ms: number;
};

type FeedFoldersTable = {
  account_id: Int8;
  id: string;
  name: string;
  kept: Generated<boolean>;
  created_at: Timestamp;
};

type FinancialReportsTable = {
  company_id: Int8;
  year: number;
  currency: string;
  revenue: string | null;
  earnings: string | null;
  net_worth: string | null;
  total_assets: string | null;
  employees: number | null;
  source: string | null;
};

type GoalsTable = {
  account_id: Int8;
  id: string;
  name: string;
  kind: 'page' | 'form' | 'download' | 'event' | 'outbound';
  operator: ColumnTypes['goals.operator'];
  pattern: string;
  value: number | null;
  active: Generated<boolean>;
  created_at: Timestamp;
};

type IcpMatchesTable = {
  account_id: Int8;
  icp_id: string;
  company_id: Int8;
  score: number;
  matched: string[];
  missed: string[];
  matched_at: Timestamp;
};

type IcpsTable = {
  account_id: Int8;
  id: string;
  name: string;
  description: string | null;
  filters: Json<ColumnTypes['icps.filters']>;
  created_at: Timestamp;
  updated_at: Timestamp;
  match_count: Generated<number>;
};

type IdempotencyKeysTable = {
  subject: string;
  key: string;
  fingerprint: Buffer;
  created_at: Timestamp;
  status: number | null;
  headers: Json<ColumnTypes['idempotency_keys.headers']> | null;
  body: string | null;
};

type ImportChangesTable = {
  import_id: Int8;
  record_kind: string;
  record_id: Int8;
  is_added: boolean;
  before: Json | null;
};

type ImportErrorsTable = {
  account_id: Int8;
  import_id: string;
  line: number;
  reasons: string[];
};

type ImportMappingsTable = {
  account_id: Int8;
  kind: ColumnTypes['import_mappings.kind'];
  name: string;
  mapping: Json<ColumnTypes['import_mappings.mapping']>;
  created_at: Timestamp;
};

type ImportProfilesTable = {
  kind: string;
  name: string;
  mapping: Json;
  created_at: Timestamp;
};

type ImportRunErrorsTable = {
  import_id: Int8;
  line: Int8;
  reasons: string[];
};

type ImportRunsTable = {
  id: Int8;
  kind: string;
  format: string | null;
  file_name: string;
  fingerprint: string;
  options: Generated<Json>;
  status: 'running' | 'done' | 'failed' | 'undoing' | 'undone';
  last_line: Generated<Int8>;
  read_lines: Generated<Int8>;
  added: Generated<Int8>;
  updated: Generated<Int8>;
  refused: Generated<Int8>;
  started_at: Timestamp;
  ended_at: Timestamp | null;
  removed: Generated<number>;
  kept: Generated<number>;
  restored: Generated<number>;
};

type ImportsTable = {
  account_id: Int8;
  id: string;
  kind: ColumnTypes['imports.kind'];
  file_name: string;
  stored_name: string;
  bytes: number;
  lines: Generated<number>;
  status: 'checking' | 'checked' | 'running' | 'done' | 'failed';
  preview: Json<ColumnTypes['imports.preview']> | null;
  mapping: Json<ColumnTypes['imports.mapping']> | null;
  ignore_unknown_columns: Generated<boolean>;
  ignored_columns: Generated<string[]>;
  shared_domains: Generated<Json<ColumnTypes['imports.shared_domains']>>;
  fault: string | null;
  last_line: Generated<number>;
  read_lines: Generated<number>;
  added: Generated<number>;
  updated: Generated<number>;
  refused: Generated<number>;
  created_by: Int8;
  created_at: Timestamp;
  heartbeat_at: Timestamp;
  ended_at: Timestamp | null;
};

type InboxTable = {
  account_id: Int8;
  id: Int8;
  lane: number;
  received_at: Timestamp;
  events: number;
  body: string;
};

type InboxLanesTable = {
  account_id: Int8;
  lane: number;
  claim_id: Generated<Int8>;
};

type IndustriesTable = {
  code: string;
  name: string;
  parent_code: string | null;
  nace: string[];
  wz: string[];
};

type InvitationsTable = {
  id: Int8;
  hash: Buffer;
  account_id: Int8;
  email: string;
  is_mailed: Generated<boolean>;
  role: 'owner' | 'admin' | 'member' | 'viewer';
  invited_by: Int8 | null;
  created_at: Timestamp;
  expires_at: Timestamp;
};

type LeadChangesTable = {
  account_id: Int8;
  window_id: Int8;
  id: string;
  company_ids: string[];
};

type LeadEmailsTable = {
  account_id: Int8;
  id: Int8;
  company_id: Int8;
  email: string;
  subject: string | null;
  sent_at: Timestamp;
  sender: string | null;
  logged_by: Int8 | null;
};

type LeadTagsTable = {
  account_id: Int8;
  company_id: Int8;
  tag_id: Int8;
};

type LeadWindowRollupsTable = {
  account_id: Int8;
  window_id: Int8;
  company_id: Int8;
  visits: number;
  page_views: number;
  deepest_visit: number;
  last_visit_at: Timestamp;
  place_id: Int8;
  first_visit_at: Timestamp;
  quality: number;
  name: string;
  domain: string | null;
  place: string | null;
  industry: string | null;
  employees: number | null;
  source: string | null;
};

type LeadWindowsTable = {
  account_id: Int8;
  id: Int8;
  first_day: string;
  last_day: string;
  requested_at: Timestamp;
  used_at: Timestamp;
  built_at: Timestamp | null;
  leads: Generated<number>;
  applied: Generated<Int8>;
  applied_at: Timestamp | null;
};

type LeadsTable = {
  account_id: Int8;
  company_id: Int8;
  first_visit_at: Timestamp | null;
  last_visit_at: Timestamp | null;
  visits: Generated<number>;
  page_views: Generated<number>;
  deepest_visit: Generated<number>;
  assignee_id: Int8 | null;
  followed: Generated<boolean>;
  hidden: Generated<boolean>;
  emailed_to: Generated<string[]>;
  crm_lead_id: Int8 | null;
  crm_organization_id: Int8 | null;
  industry_code: string | null;
};

type LearnedAddressesTable = {
  account_id: Int8;
  visitor_id: string;
  address_key: Int8;
  domain: string;
  seen_at: Timestamp;
};

type ListItemsTable = {
  account_id: Int8;
  list_id: Int8;
  item_id: Int8;
  added_at: Timestamp;
};

type ListsTable = {
  account_id: Int8;
  id: Int8;
  kind: 'static' | 'revealed' | 'crm' | 'feed';
  scope: 'company' | 'contact';
  name: string;
  feed_id: string | null;
  crm: string | null;
  crm_record_type: string | null;
  created_at: Timestamp;
  item_count: Generated<number>;
  checked_at: Timestamp | null;
};

type LoadedSeedsTable = {
  version: string;
  loaded_at: Timestamp;
};

type MembershipsTable = {
  user_id: Int8;
  account_id: Int8;
  role: 'owner' | 'admin' | 'member' | 'viewer';
  permissions: Generated<string[]>;
  is_from_group: Generated<boolean>;
  created_at: Timestamp;
};

type MigrationsTable = {
  name: string;
  checksum: string;
  applied_at: Generated<Timestamp>;
};

type NameWordsTable = {
  word: string;
};

type NotesTable = {
  account_id: Int8;
  id: Int8;
  company_id: Int8;
  author_id: Int8;
  body: string;
  created_at: Timestamp;
};

type NotificationsTable = {
  account_id: Int8;
  id: Int8;
  user_id: Int8;
  kind: 'mention' | 'assigned' | 'automation';
  company_id: Int8;
  actor_id: Int8 | null;
  detail: string | null;
  created_at: Timestamp;
  read_at: Timestamp | null;
};

type OauthAppsTable = {
  client_id: string;
  account_id: Int8;
  name: string;
  secret_hash: string;
  redirect_uris: string[];
  scopes: string[];
  grants: string[];
  rate_per_second: number;
  burst: number;
  monthly_quota: number;
  created_at: Timestamp;
  disabled_at: Timestamp | null;
};

type OauthRecordsTable = {
  model: string;
  id_hash: Buffer;
  uid: string | null;
  grant_id: string | null;
  payload: Json<ColumnTypes['oauth_records.payload']>;
  expires_at: Timestamp | null;
  consumed_at: Timestamp | null;
  revoked_at: Timestamp | null;
};

type OauthSecretsTable = {
  id: number;
  cookie_key: string;
  jwks: Json<ColumnTypes['oauth_secrets.jwks']>;
};

type OidcIdentitiesTable = {
  issuer: string;
  subject: string;
  user_id: Int8;
  created_at: Timestamp;
  last_used_at: Timestamp;
};

type PagesTable = {
  account_id: Int8;
  id: Int8;
  url: string;
  hostname: string;
  path: string;
  title: string | null;
};

type PaginationPagesTable = {
  reader: string;
  page_size: number;
  page_number: number;
  keys: string[];
};

type PaginationSnapshotsTable = {
  reader: string;
  until_at: Timestamp;
  last_read_at: Timestamp;
};

type PasskeyChallengesTable = {
  hash: Buffer;
  user_id: Int8 | null;
  expires_at: Timestamp;
};

type PasskeysTable = {
  id: Int8;
  user_id: Int8;
  credential_id: Buffer;
  public_key: Buffer;
  counter: Int8;
  transports: string[];
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
};

type PasswordResetsTable = {
  hash: Buffer;
  user_id: Int8;
  created_at: Timestamp;
  expires_at: Timestamp;
};

type PersonasTable = {
  account_id: Int8;
  id: string;
  name: string;
  departments: string[];
  hierarchy_levels: string[];
  positions: string[];
  countries: string[];
  created_at: Timestamp;
  updated_at: Timestamp;
};

type PlacesTable = {
  account_id: Int8;
  id: Int8;
  country_code: string | null;
  region: string | null;
  city: string | null;
  postal_code: string | null;
  latitude: number | null;
  longitude: number | null;
};

type ReattributionsTable = {
  account_id: Int8;
  id: Int8;
  reason: string;
  scope: Json<ColumnTypes['reattributions.scope']>;
  status: 'waiting' | 'running' | 'completed' | 'failed';
  visits_judged: Generated<number>;
  visits_changed: Generated<number>;
  cursor_started_at: Timestamp | null;
  cursor_id: string | null;
  created_at: Timestamp;
  completed_at: Timestamp | null;
};

type RecordJobItemsTable = {
  account_id: Int8;
  job_id: string;
  record_id: Int8;
  position: number;
  status: string | null;
  result: Json | null;
};

type RecordJobsTable = {
  account_id: Int8;
  id: string;
  type: 'company_enrichment_job' | 'find_contact_data_job';
  status: 'running' | 'completed' | 'failed';
  configuration: Json<ColumnTypes['record_jobs.configuration']>;
  estimated_credits: number;
  errors: Json<ColumnTypes['record_jobs.errors']> | null;
  attempts: Generated<number>;
  created_at: Timestamp;
  heartbeat_at: Timestamp | null;
  completed_at: Timestamp | null;
};

type RecoveryCodesTable = {
  user_id: Int8;
  hash: Buffer;
};

type RequestLimitsTable = {
  subject: string;
  tokens: number;
  filled_at: Timestamp;
  month: string;
  used: number;
};

type RequestWindowsTable = {
  subject: string;
  begins_at: Timestamp;
  requests: number;
};

type RevealedRecordsTable = {
  account_id: Int8;
  kind: 'company' | 'contact' | 'ip';
  record_id: string;
  revealed_at: Timestamp;
};

type RollupValuesTable = {
  account_id: Int8;
  id: Int8;
  kind: 'source' | 'campaign' | 'campaign_channel' | 'campaign_country' | 'device' | 'country' | 'page' | 'entry_page' | 'exit_page' | 'goal' | 'network' | 'industry';
  name: string;
  parent_id: Int8 | null;
};

type SessionsTable = {
  id: Int8;
  hash: Buffer;
  user_id: Int8;
  user_agent: string;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: Timestamp;
};

type SetUpTokensTable = {
  hash: Buffer;
  created_at: Timestamp;
  first_account_id: Int8 | null;
};

type SignInChallengesTable = {
  hash: Buffer;
  user_id: Int8;
  created_at: Timestamp;
  expires_at: Timestamp;
};

type SignalsTable = {
  id: Int8;
  company_id: Int8;
  category: string;
  title: string;
  summary: string | null;
  event_date: string | null;
  published_at: Timestamp;
  source_url: string | null;
  confidence: number | null;
};

type SiteIconsTable = {
  domain: string;
  content: Buffer | null;
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/x-icon' | null;
  loaded_at: Timestamp;
  expires_at: Timestamp;
};

type TagsTable = {
  account_id: Int8;
  id: Int8;
  name: string;
  color: Generated<number>;
};

type TrackingScriptsTable = {
  script_hash: string;
  account_id: Int8;
};

type TwoFactorTable = {
  user_id: Int8;
  secret: Buffer;
  confirmed_at: Timestamp | null;
  last_step: Generated<Int8>;
  created_at: Timestamp;
};

type UsageCountsTable = {
  account_id: Int8;
  month: string;
  operation: string;
  requests: number;
  errors: number;
  credits_charged: number;
};

type UsersTable = {
  id: Int8;
  email: string;
  email_confirmed_at: Timestamp | null;
  password_hash: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  phone_number: string | null;
  country_code: string | null;
  language: 'en' | 'de' | null;
  created_at: Timestamp;
};

type VerdictsTable = {
  account_id: Int8;
  id: Int8;
  company_id: Int8 | null;
  kind: ColumnTypes['verdicts.kind'];
  confidence: number;
  no_company_reason: ColumnTypes['verdicts.no_company_reason'] | null;
  network: Json<ColumnTypes['verdicts.network']>;
  evidence: Json<ColumnTypes['verdicts.evidence']>;
  facts: Json<ColumnTypes['verdicts.facts']> | null;
};

type VisitDaysTable = {
  account_id: Int8;
  day: string;
  bucket: number;
  visits: number;
};

type VisitRollupHoursTable = {
  account_id: Int8;
  kind: 'all' | 'campaign' | 'goal';
  hour: Timestamp;
  value_id: Int8;
  visits: number;
  identified: number;
  companies: number;
  generation: Generated<number>;
};

type VisitRollupsTable = {
  account_id: Int8;
  unit: 'day' | 'month' | 'total';
  kind: 'all' | 'source' | 'campaign' | 'campaign_channel' | 'campaign_country' | 'device' | 'country' | 'place' | 'page' | 'entry_page' | 'exit_page' | 'goal' | 'network' | 'industry';
  day: string;
  value_id: Int8;
  visits: number;
  identified: number;
  page_views: number;
  goals: number;
  companies: number[];
  generation: Generated<number>;
};

type VisitorSaltsTable = {
  day: string;
  salt: Buffer;
  created_at: Timestamp;
};

type VisitorsTable = {
  account_id: Int8;
  id: string;
  first_seen_at: Timestamp;
  last_seen_at: Timestamp;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  identified_at: Timestamp | null;
  named_first: string | null;
  named_first_email: string | null;
  named_first_at: Timestamp | null;
  named_last: string | null;
  named_last_email: string | null;
  named_last_at: Timestamp | null;
  workplace_company_id: Int8 | null;
  workplace_confidence: number | null;
  workplace_at: Timestamp | null;
};

type VisitsTable = {
  account_id: Int8;
  started_at: Timestamp;
  id: string;
  visitor_id: string;
  company_id: Int8 | null;
  verdict_id: Int8 | null;
  place_id: Int8;
  ended_at: Timestamp;
  page_depth: number;
  visit_length: number;
  landing_page_id: Int8 | null;
  page_ids: string[];
  source: string | null;
  medium: string | null;
  campaign: string | null;
  keyword: string | null;
  referring_url: string | null;
  device_type: string | null;
  browser: string | null;
  os: string | null;
  ga_client_ids: string[];
  partner_cookies: Json | null;
  ip: string | null;
  address_key: Int8 | null;
  further_address_keys: string[] | null;
  events: string;
  goals: Json;
};

export type DB = {
  account_changes: AccountChangesTable;
  account_logos: AccountLogosTable;
  accounts: AccountsTable;
  activities: ActivitiesTable;
  address_secrets: AddressSecretsTable;
  alert_deliveries: AlertDeliveriesTable;
  alert_known_leads: AlertKnownLeadsTable;
  api_keys: ApiKeysTable;
  api_tokens: ApiTokensTable;
  attempt_limits: AttemptLimitsTable;
  audit_log: AuditLogTable;
  automation_leads: AutomationLeadsTable;
  automations: AutomationsTable;
  backup_runs: BackupRunsTable;
  batch_jobs: BatchJobsTable;
  campaign_costs: CampaignCostsTable;
  campaigns: CampaignsTable;
  commit_fence: CommitFenceTable;
  companies: CompaniesTable;
  company_candidates: CompanyCandidatesTable;
  company_days: CompanyDaysTable;
  company_domains: CompanyDomainsTable;
  company_external_ids: CompanyExternalIdsTable;
  company_ip_ranges: CompanyIpRangesTable;
  company_locations: CompanyLocationsTable;
  company_name_keys: CompanyNameKeysTable;
  company_networks: CompanyNetworksTable;
  company_pages: CompanyPagesTable;
  company_settings: CompanySettingsTable;
  company_values: CompanyValuesTable;
  contact_overrides: ContactOverridesTable;
  contacts: ContactsTable;
  corrections: CorrectionsTable;
  credit_charges: CreditChargesTable;
  credit_months: CreditMonthsTable;
  crm_connections: CrmConnectionsTable;
  crm_records: CrmRecordsTable;
  custom_feeds: CustomFeedsTable;
  custom_field_values: CustomFieldValuesTable;
  custom_fields: CustomFieldsTable;
  dashboard_annotations: DashboardAnnotationsTable;
  dashboard_links: DashboardLinksTable;
  day_rebuilds: DayRebuildsTable;
  dead_letters: DeadLettersTable;
  digest_subscriptions: DigestSubscriptionsTable;
  event_ids: EventIdsTable;
  event_outcomes: EventOutcomesTable;
  event_receipts: EventReceiptsTable;
  export_requests: ExportRequestsTable;
  feed_changes: FeedChangesTable;
  feed_counts: FeedCountsTable;
  feed_folders: FeedFoldersTable;
  financial_reports: FinancialReportsTable;
  goals: GoalsTable;
  icp_matches: IcpMatchesTable;
  icps: IcpsTable;
  idempotency_keys: IdempotencyKeysTable;
  import_changes: ImportChangesTable;
  import_errors: ImportErrorsTable;
  import_mappings: ImportMappingsTable;
  import_profiles: ImportProfilesTable;
  import_run_errors: ImportRunErrorsTable;
  import_runs: ImportRunsTable;
  imports: ImportsTable;
  inbox: InboxTable;
  inbox_lanes: InboxLanesTable;
  industries: IndustriesTable;
  invitations: InvitationsTable;
  lead_changes: LeadChangesTable;
  lead_emails: LeadEmailsTable;
  lead_tags: LeadTagsTable;
  lead_window_rollups: LeadWindowRollupsTable;
  lead_windows: LeadWindowsTable;
  leads: LeadsTable;
  learned_addresses: LearnedAddressesTable;
  list_items: ListItemsTable;
  lists: ListsTable;
  loaded_seeds: LoadedSeedsTable;
  memberships: MembershipsTable;
  migrations: MigrationsTable;
  name_words: NameWordsTable;
  notes: NotesTable;
  notifications: NotificationsTable;
  oauth_apps: OauthAppsTable;
  oauth_records: OauthRecordsTable;
  oauth_secrets: OauthSecretsTable;
  oidc_identities: OidcIdentitiesTable;
  pages: PagesTable;
  pagination_pages: PaginationPagesTable;
  pagination_snapshots: PaginationSnapshotsTable;
  passkey_challenges: PasskeyChallengesTable;
  passkeys: PasskeysTable;
  password_resets: PasswordResetsTable;
  personas: PersonasTable;
  places: PlacesTable;
  reattributions: ReattributionsTable;
  record_job_items: RecordJobItemsTable;
  record_jobs: RecordJobsTable;
  recovery_codes: RecoveryCodesTable;
  request_limits: RequestLimitsTable;
  request_windows: RequestWindowsTable;
  revealed_records: RevealedRecordsTable;
  rollup_values: RollupValuesTable;
  sessions: SessionsTable;
  set_up_tokens: SetUpTokensTable;
  sign_in_challenges: SignInChallengesTable;
  signals: SignalsTable;
  site_icons: SiteIconsTable;
  tags: TagsTable;
  tracking_scripts: TrackingScriptsTable;
  two_factor: TwoFactorTable;
  usage_counts: UsageCountsTable;
  users: UsersTable;
  verdicts: VerdictsTable;
  visit_days: VisitDaysTable;
  visit_rollup_hours: VisitRollupHoursTable;
  visit_rollups: VisitRollupsTable;
  visitor_salts: VisitorSaltsTable;
  visitors: VisitorsTable;
  visits: VisitsTable;
};
