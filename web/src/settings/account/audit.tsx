import { useState } from 'react';
import type { AuditEntry } from '../../api/answers.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountQuery } from '../../api/use-account-query.ts';
import cardStyles from '../../ui/card.module.css';
import formStyles from '../../ui/form.module.css';
import { Pager } from '../../ui/pager.tsx';
import tableStyles from '../../ui/table.module.css';
import { SettingsIntro } from '../settings-intro.tsx';

const subjects = [
  ['', 'Everything'],
  ['settings', 'Settings'],
  ['user', 'Users'],
  ['key', 'API keys'],
  ['token', 'API tokens'],
  ['oauth_app', 'Applications'],
  ['session', 'Sessions'],
  ['rule', 'Corrections'],
  ['feed', 'Feeds'],
  ['invitation', 'Invitations'],
  ['export', 'Exports'],
  ['import', 'Imports'],
  ['privacy', 'Privacy requests'],
] as const;

export function AuditPart() {
  const { mayManage } = useWork();
  return (
    <>
      <SettingsIntro title="Audit log" words="Entries are kept for two years and never contain secrets." />
      {mayManage ? <AuditTable /> : <p className="faint">Only owners and admins can see this.</p>}
    </>
  );
}

function AuditTable() {
  const [action, setAction] = useState('');
  const [before, setBefore] = useState('');
  const { data } = useAccountQuery('/audit', { query: { ...(action && { action }), ...(before && { before }) } });
  const select = (wanted: string) => {
    setAction(wanted);
    setBefore('');
  };
  return (
    <>
      <div className={formStyles.field}>
        <label htmlFor="audit-action">Show</label>
        <select id="audit-action" className={formStyles.select} value={action} onChange={(event) => select(event.target.value)}>
          {subjects.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {data?.entries.length === 0 && <p className="faint">Nothing yet.</p>}
      {data && data.entries.length > 0 && (
        <div className={`${cardStyles.card} ${cardStyles.rows}`}>
          <table className={tableStyles.plainTable}>
            <thead>
              <tr>
                <th>When</th>
                <th>Who</th>
                <th>What</th>
                <th>Details</th>
              </tr>
            </thead>
            <tbody>
              {data.entries.map((entry) => (
                <AuditLine key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager isAtStart={before === ''} next={data?.next} onMove={setBefore} />
    </>
  );
}

function AuditLine({ entry }: { entry: AuditEntry }) {
  const { actor, action, subject, detail } = entry;
  return (
    <tr>
      <td className="soft">{new Date(entry.happenedAt).toLocaleString()}</td>
      <td>{whoOf(actor)}</td>
      <td>{action.replace('.', ' ').replaceAll('_', ' ')}</td>
      <td className="soft" style={{ overflowWrap: 'anywhere' }}>
        {[
          `${subject.kind.replaceAll('_', ' ')} ${subject.id}`,
          ...Object.entries(detail).map(([name, value]) => `${name}: ${wordsOf(value)}`),
        ].join(' · ')}
      </td>
    </tr>
  );
}

const programs: Record<string, string> = { api_key: 'API key', api_token: 'API token', oauth_app: 'Application' };

function whoOf({ kind, id, email }: AuditEntry['actor']): string {
  if (kind === 'user') return email ?? 'Former user';
  if (kind === 'service') return 'Leadlight itself';
  if (kind === 'command') return 'The operator';
  return `${programs[kind]} ${id}${email === null ? '' : ` of ${email}`}`;
}

/** A change as what it was and is; anything else as it is written. */
function wordsOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'from' in value && 'to' in value)
    return `${wordsOf(value.from)} → ${wordsOf(value.to)}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
