import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import type { AuditEntry } from '../../api/responses.ts';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { formatMoment } from '../../lib/format.ts';
import { t } from '../../texts/t.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { NothingFound } from '../../ui/nothing-found.tsx';
import { Pager } from '../../ui/pager.tsx';
import tableStyles from '../../ui/table.module.css';
import { SettingsIntro } from '../settings-intro.tsx';
import { actionName, actorName, auditDetails, auditRecord } from './audit-texts.ts';

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
  const deferredSearch = useDeferredValue(search.trim());
  const { data } = useAccountQuery('/audit', {
    query: { ...(action && { action }), ...(deferredSearch && { search: deferredSearch }), ...(before && { before }) },
  });
  const select = (selected: string) => {
    setAction(selected);
    setBefore('');
  };
  return (
    <>
      <div className={formStyles.formRow}>
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
      </div>
      {data?.entries.length === 0 &&
        (deferredSearch || action ? (
          <NothingFound
            onClear={() => {
              setSearch('');
              select('');
            }}
          />
        ) : (
          <p className="faint">{t('accountSettings.nothingYet')}</p>
        ))}
      {data && data.entries.length > 0 && (
        <DataTable headings={[t('common.when'), t('accountSettings.who'), t('accountSettings.what'), t('accountSettings.details')]}>
          {data.entries.map((entry) => (
            <AuditLine key={entry.id} entry={entry} />
          ))}
        </DataTable>
      )}
      <Pager isAtStart={before === ''} next={data?.next} onMove={setBefore} />
    </>
  );
}

function AuditLine({ entry }: { entry: AuditEntry }) {
  const record = auditRecord(entry.subject);
  return (
    <tr className={tableStyles.atTop}>
      <td className={`${tableStyles.oneLine} soft`}>{formatMoment(entry.happenedAt)}</td>
      <td className={`${tableStyles.mayBreak} ${tableStyles.wholeRow}`}>{actorName(entry.actor)}</td>
      <td>{actionName(entry.action)}</td>
      <td className={`${tableStyles.mayBreak} ${tableStyles.wholeRow} soft`}>
        <ul>
          <li title={entry.subject.id}>
            {record.kind}{' '}
            {record.href ? (
              <Link href={record.href} className="link">
                {record.name}
              </Link>
            ) : (
              record.name
            )}
          </li>
          {auditDetails(entry).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </td>
    </tr>
  );
}
