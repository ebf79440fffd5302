/**
 * Database roles for requests. The service switches to them when it opens a connection. Neither owns a table, and neither can log in,
 * except that the coordinator of a cluster connects to its nodes as `accountRole`.
 */
export const authRole = 'leadlight_auth';
export const accountRole = 'leadlight_account';

/** Within an account, the name `companies` refers to the view of the companies that are visible to the account. */
export const accountSearchPath = 'request,public';

/** Tables that requests use only as `authRole`. */
const authOnlyTables = [
  'sessions',
  'request_limits',
  'request_windows',
  'attempt_limits',
  'set_up_tokens',
  'password_resets',
  'two_factor',
  'recovery_codes',
  'sign_in_challenges',
  'oidc_identities',
  'passkeys',
  'passkey_challenges',
  'site_icons',
  'oauth_records',
  'oauth_secrets',
  'idempotency_keys',
];

/** Tables that requests use as `authRole`: before the account is known, and `site_icons`, a cache that all accounts share. */
export const authTables = [
  'users',
  'memberships',
  'invitations',
  'dashboard_links',
  'api_keys',
  'api_tokens',
  ...authOnlyTables,
  // Always empty. A transaction that adds a job deletes from it first, to take part in a cluster-wide commit (`providers/job-queue.ts`).
  'commit_fence',
  'oauth_apps',
  'tracking_scripts',
  'export_requests',
];

/** Tables that requests within an account may not access. */
export const tablesDeniedToAccountRole = [
  // Requests read it through a view.
  'companies',
  'migrations',
  ...authOnlyTables,
  'visitor_salts',
  'backup_runs',
  'loaded_seeds',
  'import_runs',
  'import_changes',
  'import_run_errors',
  'import_profiles',
];

/**
 * Functions that find one user by e-mail address, find one credential by its hash, or revoke the credentials of a user whose e-mail
 * address is not confirmed.
 */
export const credentialFunctions = [
  'find_sign_in(text)',
  'find_api_key(bytea)',
  'find_api_token(bytea)',
  'end_unconfirmed_credentials(bigint, timestamptz)',
];

/** The directory shared by all accounts: read by requests, written by imports and the operator. */
const directoryTables = [
  'industries',
  'company_domains',
  'company_networks',
  'company_name_keys',
  'company_external_ids',
  'company_candidates',
  'name_words',
  'company_ip_ranges',
  'company_locations',
  'contacts',
  'financial_reports',
  'signals',
];

/** Select privilege on all columns except the password hash; `visible` is replaced by the column names when it is granted. */
export const selectVisible = 'select (visible)';

export type NarrowGrant = { role: string; table: string; privileges: string[] };

/** Tables with limited privileges. */
export const narrowGrants: NarrowGrant[] = [
  { role: authRole, table: 'users', privileges: [selectVisible, 'insert', 'update'] },
  { role: authRole, table: 'api_keys', privileges: ['select (id)', 'update (last_used_at)'] },
  { role: authRole, table: 'api_tokens', privileges: ['select (id)', 'update (last_used_at)'] },
  { role: accountRole, table: 'users', privileges: [selectVisible] },
  ...directoryTables.map((table) => ({ role: accountRole, table, privileges: ['select'] })),
];
