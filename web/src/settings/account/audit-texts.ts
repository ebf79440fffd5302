import type { AuditEntry } from '../../api/responses.ts';
import { formatDay, formatMoment, formatNumber } from '../../lib/format.ts';
import { t, tCode } from '../../texts/t.ts';
import { scopeName } from '../scope-name.ts';

const maxValues = 4;

const programs = {
  api_key: 'accountSettings.apiKeyOf',
  api_token: 'accountSettings.apiTokenOf',
  oauth_app: 'accountSettings.applicationOf',
} as const;

/** The page of a record that exists, by its kind. */
const pages: Record<string, (id: string) => string> = {
  api_key: () => '/settings/keys',
  automation: () => '/settings/automations',
  campaign: () => '/campaigns',
  company: (id) => `/companies/${id}`,
  feed: (id) => `/leads?feed=${id}`,
  goal: (id) => `/goals/${id}`,
  icp: () => '/settings/icps',
  list: (id) => `/lists/${id}`,
  oauth_app: () => '/settings/applications',
  user: () => '/settings/users',
};

/** Translates codes that other pages show as well, by the property that contains them. */
const codes: Record<string, (code: string) => string> = {
  changed: propertyName,
  custom_feed_id: feedName,
  feed_id: feedName,
  grants: (code) => tCode('grant', code, plain(code)),
  // The path of the image says nothing to a reader.
  logo: () => t('audit.image'),
  operator: (code) => tCode('operator', code, plain(code)),
  plan: (code) => tCode('plan', code, plain(code)),
  role: (code) => tCode('role', code, plain(code)),
  scopes: scopeName,
};

export function actorName({ kind, id, email }: AuditEntry['actor']): string {
  if (kind === 'user') return email ?? t('accountSettings.formerUser');
  if (kind === 'service') return t('accountSettings.actorService');
  if (kind === 'command') return t('accountSettings.actorOperator');
  return t(programs[kind as keyof typeof programs], { id: `${id}`, email: email ?? t('accountSettings.formerUser') });
}

/** The name of an action such as `key.created`. */
export function actionName(action: string): string {
  const [subject = '', verb = ''] = action.split('.');
  return t('accountSettings.auditAction', { subject: subjectName(subject), verb: tCode('auditVerb', verb, plain(verb)) });
}

/** The changed record: its kind, and its name while it exists. An id says nothing to a reader, unless it is a text, such as a source. */
export function auditRecord({ kind, id, name }: AuditEntry['subject']): { kind: string; name: string; href: string | undefined } {
  const isText = !/^(\d+|[\da-f-]{36})$/.test(id);
  return {
    kind: subjectName(kind),
    name: name ?? (isText ? id : ''),
    href: name === null ? undefined : pages[kind]?.(encodeURIComponent(id)),
  };
}

/** A line for each of the entry's properties that has a value, other than the name that the record still has. */
export function auditDetails({ detail, subject }: Pick<AuditEntry, 'detail' | 'subject'>): string[] {
  const isShown = ([name, value]: [string, unknown]) =>
    name === 'scopes' || (!isEmpty(value) && !(name === 'name' && value === subject.name));
  return daysFirst(Object.entries(detail).filter(isShown)).map(([name, value]) => `${propertyName(name)}: ${formatValue(name, value)}`);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The first and the last day of an interval come first; the database orders properties by the length of their name. */
function daysFirst(properties: [string, unknown][]): [string, unknown][] {
  const isStart = ([name]: [string, unknown]) => /^(first_?day|starts?_?(on|date))$/i.test(name);
  const isEnd = ([name]: [string, unknown]) => /^(last_?day|ends?_?(on|date))$/i.test(name);
  const isOther = (property: [string, unknown]) => !isStart(property) && !isEnd(property);
  return [...properties.filter(isStart), ...properties.filter(isEnd), ...properties.filter(isOther)];
}

function feedName(id: string): string {
  return tCode('builtInFeed', id, id);
}

function subjectName(kind: string): string {
  return tCode('auditSubject', kind, plain(kind));
}

/** The name of a property such as monthly_quota or expiresAt. */
function propertyName(name: string): string {
  const code = name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return tCode('auditProperty', code, plain(code));
}

function plain(code: string): string {
  return code.replaceAll('_', ' ');
}

/** Formats a value: a change as its old and new value, numbers and times in the reader's locale, a list as its first values. */
function formatValue(name: string, value: unknown): string {
  if (value === null || value === '') return name === 'scopes' ? t('apiSettings.allScopes') : '–';
  if (Array.isArray(value)) {
    if (value.length === 0) return '–';
    const names = value
      .slice(0, maxValues)
      .map((element) => formatValue(name, element))
      .join(', ');
    return value.length > maxValues ? t('alerts.namesAndMore', { names, count: value.length - maxValues }) : names;
  }
  if (typeof value === 'object') {
    if ('from' in value && 'to' in value) return `${formatValue(name, value.from)} → ${formatValue(name, value.to)}`;
    return Object.entries(value)
      .map(([part, partValue]) => `${propertyName(part)} ${formatValue(part, partValue)}`)
      .join(', ');
  }
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value !== 'string') return '–';
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatMoment(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value);
  return codes[name]?.(value) ?? tCode(`auditValue.${name}`, value.replaceAll(' ', '_'), value);
}
