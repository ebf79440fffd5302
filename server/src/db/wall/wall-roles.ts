/**
 * The roles as which requests reach the database. Neither can log in, and neither owns a table: the service takes them on when it
 * opens a connection.
 */
export const entranceRole = 'leadlight_entrance';
export const accountRole = 'leadlight_account';

/** Inside an account `companies` is the view of those that the account may see. */
export const accountSearchPath = 'request,public';

/** What is asked before the account of a request is known: who comes in, with which credential, and to which accounts. */
export const entranceTables = [
  'users',
  'memberships',
  'sessions',
  'invitations',
  'api_keys',
  'api_tokens',
  'request_limits',
  'request_windows',
  'attempt_limits',
  'set_up_tokens',
  'password_resets',
  // Empty: adding a job touches it.
  'commit_fence',
  'idempotency_keys',
  'oauth_apps',
  'oauth_records',
  'oauth_secrets',
  'tracking_scripts',
  'export_requests',
];

/** What no request inside an account has a reason to touch. */
export const closedToAccounts = [
  // Seen through a view instead.
  'companies',
  'migrations',
  'sessions',
  'oauth_records',
  'oauth_secrets',
  'request_limits',
  'request_windows',
  'attempt_limits',
  'set_up_tokens',
  'password_resets',
  'idempotency_keys',
  'visitor_salts',
  'backup_runs',
];

/** Functions that find one credential by what was given, or end those of a user whose address nobody has confirmed. */
export const credentialFunctions = [
  'find_sign_in(text)',
  'find_api_key(bytea)',
  'find_api_token(bytea)',
  'end_unconfirmed_credentials(bigint, timestamptz)',
];

/** The directory that all accounts share: requests read it, imports and the operator write it. */
const directoryTables = [
  'industries',
  'company_domains',
  'company_networks',
  'company_ip_ranges',
  'company_locations',
  'contacts',
  'financial_reports',
  'signals',
];

export type NarrowGrant = { role: string; table: string; privileges: string[] };

/** Tables of which a role gets less than all. `visible` stands for the columns that may be read: all but the password hash. */
export const narrowGrants: NarrowGrant[] = [
  { role: entranceRole, table: 'users', privileges: ['select (visible)', 'insert', 'update'] },
  { role: entranceRole, table: 'api_keys', privileges: ['select (id)', 'update (last_used_at)'] },
  { role: entranceRole, table: 'api_tokens', privileges: ['select (id)', 'update (last_used_at)'] },
  { role: accountRole, table: 'users', privileges: ['select (visible)'] },
  ...directoryTables.map((table) => ({ role: accountRole, table, privileges: ['select'] })),
];
