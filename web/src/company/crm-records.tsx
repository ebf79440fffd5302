import type { CrmRecordOfCompany } from '../../../server/src/domain/crm/list-crm-records.ts';
import type { Sent } from '../api/request.ts';
import { Section } from '../ui/section.tsx';

/** What the account's CRM has about the company. */
export function CrmRecords({ records }: { records: Sent<CrmRecordOfCompany>[] }) {
  return (
    <Section title="CRM" empty={records.length === 0 && 'Not in your CRM. Import its records in the settings to connect them.'}>
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
