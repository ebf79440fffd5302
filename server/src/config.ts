import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BackupConfig, backupSettings, isBackupDirWrong } from './backup-settings.ts';
import type { DirectoryAccounts } from './domain/imports/directory-accounts.ts';
import type { AccountCreation } from './domain/users/create-additional-account.ts';
import { errorCode } from './lib/error-code.ts';
import { type OidcConfig, oidcMistakes, oidcSettings } from './oidc-settings.ts';
import {
  aliasesOf,
  databaseUrlOf,
  fraction,
  InvalidValue,
  matching,
  oneOf,
  originOf,
  proxiesOf,
  type Setting,
  urlOf,
  wholeNumber,
} from './setting.ts';
import { type TracingConfig, tracingSettings } from './tracing-settings.ts';

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** Includes the password from `DATABASE_PASSWORD`. */
  databaseUrl: string | null;
  databasePassword: string | null;
  databaseConnections: number;
  publicUrl: string;
  /** Null means a key in the data folder. */
  secretKey: string | null;
  trustProxy: boolean | number | string[];
  /** Null means the default port, or any free one if that is taken. */
  metricsPort: number | null;
  metricsHost: string;
  logLevel: LogLevel;
  logFormat: 'auto' | 'json' | 'human';
  earlierAliases: { name: string; alias: string }[];
  leadConfidence: number;
  reverseDns: boolean;
  dataUpdate: 'off' | 'weekly';
  /** Null means a default based on the number of cores. */
  workerThreads: number | null;
  inboxLimit: number;
  collectRate: number;
  collectHttp: 'own' | 'node';
  requestTimeoutSeconds: number;
  aiUrl: string | null;
  aiKey: string | null;
  aiModel: string;
  smtpUrl: string | null;
  mailFrom: string;
  webhookPrivateAddresses: boolean;
  directoryAccounts: DirectoryAccounts;
  accountCreation: AccountCreation;
  logoDir: string | null;
  siteIcons: boolean;
} & BackupConfig &
  OidcConfig &
  TracingConfig;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export class ConfigError extends Error {
  readonly mistakes: string[];
  constructor(mistakes: string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

const settings: { [Key in keyof Config]: Setting<Config[Key]> } = {
  port: {
    variable: 'PORT',
    default: '8080',
    allowed: 'a port number from 1 to 65535',
    meaning: 'Port on which the service listens.',
    read: (text) => wholeNumber(text, 1, 65535),
  },
  host: {
    variable: 'HOST',
    default: '::',
    allowed: 'an address of this machine, such as 127.0.0.1 or ::',
    meaning: 'Address on which the service listens; `::` means all addresses, including IPv4.',
    read: (text) => matching(text, /^[0-9A-Za-z.:%_-]+$/),
  },
  dataDir: {
    variable: 'DATA_DIR',
    default: './data',
    allowed: 'a writable folder',
    meaning: 'Folder for the database, the compiled IP data, export files and secrets.',
    read: (text) => resolve(text),
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    default: '',
    allowed:
      'postgres://user:password@host:port/database, with special characters of the password escaped (%40 for @) or the password in DATABASE_PASSWORD',
    meaning: 'Your own PostgreSQL 16 or newer. If not set, the service runs its own PostgreSQL 18 in `DATA_DIR`.',
    secret: true,
    read: (text) => (text === '' ? null : databaseUrlOf(text)),
  },
  databasePassword: {
    variable: 'DATABASE_PASSWORD',
    default: '',
    allowed: 'the password, without escaping',
    meaning: 'Password for `DATABASE_URL` if that contains none.',
    secret: true,
    read: (text) => (text === '' ? null : text),
  },
  databaseConnections: {
    variable: 'DATABASE_CONNECTIONS',
    default: '16',
    allowed: 'a whole number from 4 to 500',
    meaning:
      'Size of each pool of database connections: a process has one for its own work, one for authentication and one for requests within accounts, and each worker thread has one, of at least 24. docs/operating.md states the sum.',
    read: (text) => wholeNumber(text, 4, 500),
  },
  publicUrl: {
    variable: 'PUBLIC_URL',
    default: '',
    allowed: 'a URL such as https://leads.example.com, without a path or a trailing slash',
    meaning: 'External URL of the service, used in links, in the tracker and in downloads. If not set, `http://localhost:PORT`.',
    read: (text) => (text === '' ? '' : originOf(text)),
  },
  secretKey: {
    variable: 'SECRET_KEY',
    default: '',
    allowed: 'a random string of at least 32 characters, such as from `openssl rand -base64 32`',
    meaning:
      'Key that encrypts the secrets of two-factor authentication in the database, and a cookie during a sign-in with the identity provider. Processes with different data folders need the same one. If not set, a generated key in `DATA_DIR/secret-key.txt` is used, which backups contain.',
    secret: true,
    read: (text) => (text === '' ? null : matching(text, /^\S{32,}$/)),
  },
  trustProxy: {
    variable: 'TRUST_PROXY',
    default: '',
    allowed:
      'addresses or ranges separated by commas (127.0.0.1, 10.0.0.0/8, loopback, linklocal, uniquelocal), a number of proxies, or true',
    meaning: 'Proxies whose `X-Forwarded-For` is trusted. If not set, none is trusted: the visitor’s address is that of the connection.',
    read: proxiesOf,
  },
  metricsPort: {
    variable: 'METRICS_PORT',
    default: '',
    allowed: 'a port number, or 0 for none',
    meaning: 'Port of the Prometheus metrics, which are served at `/metrics`. If not set, 9464, or any free port if that is taken.',
    read: (text) => (text === '' ? null : wholeNumber(text, 0, 65535)),
  },
  metricsHost: {
    variable: 'METRICS_HOST',
    default: '127.0.0.1',
    allowed: 'an address of this machine, such as 127.0.0.1 or ::',
    meaning: 'Address on which the metrics are served. They need no credential, so open them only to the network of the monitoring system.',
    read: (text) => matching(text, /^[0-9A-Za-z.:%_-]+$/),
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    default: 'info',
    allowed: logLevels.join(', '),
    meaning: 'Minimum level of log lines.',
    read: (text) => oneOf(text, logLevels),
  },
  logFormat: {
    variable: 'LOG_FORMAT',
    default: 'auto',
    allowed: 'auto, json, human',
    meaning:
      'Format of log lines; `auto` is `human` on a terminal, without a line for each request, and JSON elsewhere. With `json` every line of standard output is JSON and contains no secret: the last log line of startup names the files that contain the demo login and the setup link.',
    read: (text) => oneOf(text, ['auto', 'json', 'human'] as const),
  },
  earlierAliases: {
    variable: 'EARLIER_ALIASES',
    default: '',
    allowed: 'comma-separated name=alias pairs',
    meaning:
      'Aliases for attributes of the earlier API: responses contain both names and sparse fieldsets accept both. The `identifiers` of web visits in the versioned API contain them too.',
    read: aliasesOf,
  },
  leadConfidence: {
    variable: 'LEAD_CONFIDENCE',
    default: '0.5',
    allowed: 'a number from 0 to 1',
    meaning: 'Minimum confidence of the identification for a company to be shown as a lead.',
    read: (text) => fraction(text),
  },
  reverseDns: {
    variable: 'REVERSE_DNS',
    default: 'off',
    allowed: 'on, off',
    meaning: 'Whether the hostnames of visitors’ IP addresses are looked up in the background and used as evidence.',
    read: (text) => oneOf(text, ['on', 'off'] as const) === 'on',
  },
  dataUpdate: {
    variable: 'DATA_UPDATE',
    default: 'off',
    allowed: 'off, weekly',
    meaning:
      'Whether the public lists of relays, clouds and crawlers are fetched from their publishers once a week: see docs/identification.md.',
    read: (text) => oneOf(text, ['off', 'weekly'] as const),
  },
  workerThreads: {
    variable: 'WORKER_THREADS',
    default: '',
    allowed: 'a whole number from 1 to 32',
    meaning:
      'Number of threads for the pipeline and background jobs in a process with the role `worker`. If not set, half the number of cores, at least one and at most four.',
    read: (text) => (text === '' ? null : wholeNumber(text, 1, 32)),
  },
  inboxLimit: {
    variable: 'INBOX_LIMIT',
    default: '1000000',
    allowed: 'a whole number from 1000 to 100000000',
    meaning: 'Number of accepted events that may wait for the pipeline before the collector responds with 503.',
    read: (text) => wholeNumber(text, 1000, 100_000_000),
  },
  collectRate: {
    variable: 'COLLECT_RATE',
    default: '50',
    allowed: 'a whole number from 1 to 1000000',
    meaning: 'Requests per second that the collector accepts from one IPv4 address or IPv6 /64 network before it responds with 429.',
    read: (text) => wholeNumber(text, 1, 1_000_000),
  },
  collectHttp: {
    variable: 'COLLECT_HTTP',
    default: 'own',
    allowed: 'own, node',
    meaning:
      'How the collector parses HTTP requests of the tracker: `own` is its own strict parser, which saves a third of the CPU time and passes everything unusual on to `node:http`; `node` uses `node:http` alone, for proxies or security policies that require a single parser.',
    read: (text) => oneOf(text, ['own', 'node'] as const),
  },
  requestTimeoutSeconds: {
    variable: 'REQUEST_TIMEOUT_SECONDS',
    default: '20',
    allowed: 'a whole number from 1 to 600',
    meaning: 'Time limit for a request of the versioned API. After that it fails with 504, and its database queries are cancelled.',
    read: (text) => wholeNumber(text, 1, 600),
  },
  aiUrl: {
    variable: 'AI_URL',
    default: '',
    allowed: 'a URL such as https://api.example.com/v1',
    meaning:
      'OpenAI-compatible endpoint that answers the questions of AI fields and puts the reasons to call a lead into a sentence. For the latter it gets only the name of the company and the reasons, which are computed without it. If not set, questions are answered from what is known about the company and its visits, reasons are only listed, and nothing leaves the service.',
    read: (text) => (text === '' ? null : urlOf(text, ['http:', 'https:'])),
  },
  aiKey: {
    variable: 'AI_KEY',
    default: '',
    allowed: 'the credential of that endpoint',
    meaning: 'Sent to `AI_URL` as a bearer token. If not set, none is sent.',
    secret: true,
    read: (text) => (text === '' ? null : text),
  },
  aiModel: {
    variable: 'AI_MODEL',
    default: 'gpt-4o-mini',
    allowed: 'the name of a model of that endpoint',
    meaning: 'Model to request from `AI_URL`.',
    read: (text) => text,
  },
  smtpUrl: {
    variable: 'SMTP_URL',
    default: '',
    allowed: 'smtp://user:password@host:port, or smtps:// for implicit TLS',
    meaning:
      'Mail server for alerts, digests, notifications, invitations and password resets. If not set, no mail is sent: inviters pass on the link of an invitation themselves, and the operator resets passwords.',
    secret: true,
    read: (text) => (text === '' ? null : urlOf(text, ['smtp:', 'smtps:'])),
  },
  mailFrom: {
    variable: 'MAIL_FROM',
    default: 'Leadlight <leadlight@localhost>',
    allowed: 'an e-mail address, alone or as Name <address>',
    meaning: 'Sender of e-mails.',
    read: (text) => matching(text, /^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/),
  },
  webhookPrivateAddresses: {
    variable: 'WEBHOOK_PRIVATE_ADDRESSES',
    default: 'refused',
    allowed: 'refused, allowed',
    meaning:
      'Whether webhooks of feeds and automations may use private addresses and plain HTTP, and whether the tracker check and `SITE_ICONS` may load from private addresses. Allow it only if everyone who can edit feeds may also access that network.',
    read: (text) => oneOf(text, ['refused', 'allowed'] as const) === 'allowed',
  },
  directoryAccounts: {
    variable: 'DIRECTORY_ACCOUNTS',
    default: 'sole',
    allowed: 'sole, none, or ids of accounts separated by commas',
    meaning:
      'Accounts whose owners and admins may import companies, address ranges, contacts, signals and figures in the web application. All accounts of the installation share that directory; `sole` allows an account while all users of the installation belong to it.',
    read: directoryAccountsOf,
  },
  accountCreation: {
    variable: 'ACCOUNT_CREATION',
    default: 'owners',
    allowed: 'owners, operator',
    meaning:
      'Who may create more accounts: owners of an account, up to 20 each, in the web application, or only the operator, with `leadlight account create`. A new account has the plan and the monthly credits of the first account of its owner.',
    read: (text) => oneOf(text, ['owners', 'operator'] as const),
  },
  logoDir: {
    variable: 'LOGO_DIR',
    default: '',
    allowed: 'a folder',
    meaning:
      'Folder with company logos to show in the web application, named after the domain, such as `example.com.png`; .png, .webp, .jpg, .gif or .ico, at most 200 kB each.',
    read: (text) => (text === '' ? null : resolve(text)),
  },
  siteIcons: {
    variable: 'SITE_ICONS',
    default: 'off',
    allowed: 'on, off',
    meaning:
      'Whether workers load the icons of companies’ websites, to show them in the web application. They request the home page and the icon of each site that appears in a list once a month, from the IP address of this server; private addresses are rejected unless `WEBHOOK_PRIVATE_ADDRESSES` is `allowed`.',
    read: (text) => oneOf(text, ['on', 'off'] as const) === 'on',
  },
  ...backupSettings,
  ...oidcSettings,
  ...tracingSettings,
};

export const settingList: Setting[] = Object.values(settings);

/** Reads all settings and reports all mistakes at once. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const mistakes: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings)) {
    try {
      config[key] = readSetting(setting, textOf(setting, environment) || setting.default);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      mistakes.push(error.message);
    }
  }
  const complete = config as Config;
  if (isBackupDirWrong(complete)) {
    mistakes.push(`BACKUP_DIR must be ${settings.backupDir.allowed}; found ${JSON.stringify(complete.backupDir ?? '')}.`);
  }
  // A setting with a mistake has no value yet.
  const [url, password] = [complete.databaseUrl ?? null, complete.databasePassword ?? null];
  if (url !== null && password !== null && new URL(url).password !== '') {
    mistakes.push('DATABASE_URL has a password and DATABASE_PASSWORD is set too: keep one of them.');
  }
  mistakes.push(...oidcMistakes(complete));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  if (complete.publicUrl === '') complete.publicUrl = `http://localhost:${complete.port}`;
  complete.databaseUrl = withPassword(complete);
  return complete;
}

function readSetting(setting: Setting, text: string): unknown {
  try {
    return setting.read(text);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const found = setting.secret ? 'something else (not shown, it may contain a password)' : JSON.stringify(text);
    throw new InvalidValue(`${setting.variable} must be ${setting.allowed}; found ${found}.`);
  }
}

/** The raw value of a setting. Secrets may also come from the file in NAME_FILE. */
function textOf({ variable, secret }: Setting, environment: Record<string, string | undefined>): string {
  const text = environment[variable]?.trim() ?? '';
  const file = secret ? (environment[`${variable}_FILE`]?.trim() ?? '') : '';
  if (file === '') return text;
  if (text !== '') throw new InvalidValue(`${variable} and ${variable}_FILE are both set: keep one of them.`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new InvalidValue(
      `${variable}_FILE names ${file}, which cannot be read (${errorCode(error)}): check the path and its permissions.`,
    );
  }
}

function withPassword({ databaseUrl, databasePassword }: Config): string | null {
  if (databaseUrl === null || databasePassword === null) return databaseUrl;
  const url = new URL(databaseUrl);
  url.password = encodeURIComponent(databasePassword);
  return url.href;
}

function directoryAccountsOf(text: string): DirectoryAccounts {
  if (text === 'sole' || text === 'none') return text;
  const ids = text.split(',').map((id) => id.trim());
  if (!ids.every((id) => /^\d{1,18}$/.test(id))) throw new InvalidValue();
  return ids;
}
