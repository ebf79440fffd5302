import { useDeferredValue, useState } from 'react';
import type { AuditEntry } from '../../api/responses.ts';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { formatMoment, formatNumber } from '../../lib/format.ts';
import { t, tCode } from '../../texts/t.ts';
import cardStyles from '../../ui/card.module.css';
import { Field } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { Pager } from '../../ui/pager.tsx';
import tableStyles from '../../ui/table.module.css';
import { SettingsIntro } from '../settings-intro.tsx';

const maxValues = 4;

const subjects = [
  ['', 'accountSettings.everything'],
  ['settings', 'accountSettings.settings'],
  ['user', 'accountSettings.users'],
  ['key', 'accountSettings.apiKeys'],
  ['token', 'accountSettings.apiTokens'],
  ['oauth_app', 'accountSettings.applications'],
  ['session', 'accountSettings.sessions'],
  ['correction', 'accountSettings.corrections'],
  ['feed', 'accountSettings.feeds'],
  ['invitation', 'accountSettings.invitations'],
  ['export', 'accountSettings.exports'],
  ['import', 'accountSettings.imports'],
  ['privacy', 'accountSettings.privacyRequests'],
] as const;

export function AuditPage() {
  const { canManage } = useWorkspace();
  return (
    <>
      <SettingsIntro title={t('accountSettings.auditLog')} text={t('accountSettings.auditIntro')} />
      {canManage ? <AuditTable /> : <p className="faint">{t('accountSettings.onlyOwnersAndAdmins')}</p>}
    </>
  );
}

function AuditTable() {
  const [action, setAction] = useState('');
  const [before, setBefore] = useState('');
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const { data } = useAccountQuery('/audit', {
    query: { ...(action && { action }), ...(wanted && { search: wanted }), ...(before && { before }) },
  });
  const select = (wanted: string) => {
    setAction(wanted);
    setBefore('');
  };
  return (
    <>
      <div className={formStyles.field}>
        <label htmlFor="audit-action">{t('accountSettings.show')}</label>
        <select id="audit-action" className={formStyles.select} value={action} onChange={(event) => select(event.target.value)}>
          {subjects.map(([value, text]) => (
            <option key={value} value={value}>
              {t(text)}
            </option>
          ))}
        </select>
      </div>
      <Field
        label={t('audit.search')}
        name="search"
        type="search"
        maxLength={100}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setBefore('');
        }}
        hint={t('audit.searchHint')}
      />
      {data?.entries.length === 0 && <p className="faint">{t('accountSettings.nothingYet')}</p>}
      {data && data.entries.length > 0 && (
        <section
          className={`${cardStyles.card} ${cardStyles.rows} ${tableStyles.scrollSideways}`}
          aria-label={t('accountSettings.auditLog')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
          tabIndex={0}
        >
          <table className={tableStyles.plainTable}>
            <thead>
              <tr>
                <th>{t('common.when')}</th>
                <th>{t('accountSettings.who')}</th>
                <th>{t('common.what')}</th>
                <th>{t('accountSettings.details')}</th>
              </tr>
            </thead>
            <tbody>
              {data.entries.map((entry) => (
                <AuditLine key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Pager isAtStart={before === ''} next={data?.next} onMove={setBefore} />
    </>
  );
}

function AuditLine({ entry }: { entry: AuditEntry }) {
  const { actor, action, subject, detail } = entry;
  return (
    <tr>
      <td className={`${tableStyles.oneLine} soft`}>{formatMoment(entry.happenedAt)}</td>
      <td>{actorName(actor)}</td>
      <td className={tableStyles.oneLine}>{actionName(action)}</td>
      <td className={`${tableStyles.details} soft`}>
        {[
          `${tCode('auditSubject', subject.kind, subject.kind.replaceAll('_', ' '))} ${subject.id}`,
          ...Object.entries(detail).map(([name, value]) => `${propertyName(name)}: ${formatValue(value)}`),
        ].join(' · ')}
      </td>
    </tr>
  );
}

const programs = {
  api_key: 'accountSettings.apiKeyOf',
  api_token: 'accountSettings.apiTokenOf',
  oauth_app: 'accountSettings.applicationOf',
} as const;

function actionName(action: string): string {
  const [subject = '', verb = ''] = action.split('.');
  const plain = (code: string) => code.replaceAll('_', ' ');
  return t('accountSettings.auditAction', {
    subject: tCode('auditSubject', subject, plain(subject)),
    verb: tCode('auditVerb', verb, plain(verb)),
  });
}

function actorName({ kind, id, email }: AuditEntry['actor']): string {
  if (kind === 'user') return email ?? t('accountSettings.formerUser');
  if (kind === 'service') return t('accountSettings.leadlightItself');
  if (kind === 'command') return t('accountSettings.theOperator');
  return t(programs[kind as keyof typeof programs], { id: `${id}`, email: email ?? t('accountSettings.formerUser') });
}

/** A property name of the server, such as monthly_quota or expiresAt, as words. */
function propertyName(name: string): string {
  return name.replaceAll('_', ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A change as its old and new value, numbers and times in the reader's locale, and only the first of many values. */
function formatValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'from' in value && 'to' in value)
    return `${formatValue(value.from)} → ${formatValue(value.to)}`;
  if (Array.isArray(value)) {
    const names = value.slice(0, maxValues).map(formatValue).join(', ');
    return value.length > maxValues ? t('alerts.namesAndMore', { names, count: value.length - maxValues }) : names;
  }
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatMoment(value) : value;
}
