import type { CrmRecord } from '../api/answers.ts';
import { Section } from '../ui/section.tsx';

/** What the account's CRM has about the company. */
export function CrmRecords({ records }: { records: CrmRecord[] }) {
  return (
    <Section title="CRM" empty={records.length === 0 && 'Not in your CRM. Import CRM records in the settings.'}>
      <ul className="signals">
        {records.map(({ id, crm, recordType, name, url, stage, ownerName, status, matchedOn }) => (
          <li key={id}>
            <span>
              {url ? (
                <a className="link" href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              ) : (
                name
              )}{' '}
              <span className="soft">{[`${crm} ${recordType}`, stage, ownerName].filter(Boolean).join(' · ')}</span>
            </span>
            <span className={`badge ${status === 'connected' ? 'good' : ''}`} title={`Matched by ${matchedOn}`}>
              {status === 'connected' ? 'Connected' : 'Suggested'}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
