import type { CrmRecord } from '../api/answers.ts';
import { Badge } from '../ui/badge.tsx';
import { Section } from '../ui/section.tsx';
import factsStyles from './facts.module.css';

/** What the account's CRM has about the company. */
export function CrmRecords({ records }: { records: CrmRecord[] }) {
  return (
    <Section title="CRM" empty={records.length === 0 && 'Not in your CRM. Import CRM records in the settings.'}>
      <ul className={factsStyles.signals}>
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
            <Badge tone={status === 'connected' ? 'good' : undefined} title={`Matched by ${matchedOn}`}>
              {status === 'connected' ? 'Connected' : 'Suggested'}
            </Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}
