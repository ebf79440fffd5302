import type { CrmRecord } from '../api/responses.ts';
import { t, tCode } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import { Section } from '../ui/section.tsx';
import factsStyles from './facts.module.css';

/** The company's records in the account's CRM. */
export function CrmRecords({ records }: { records: CrmRecord[] }) {
  return (
    <Section title={t('company.crm')} empty={records.length === 0 && t('company.notInCrm')}>
      <ul className={factsStyles.signals}>
        {records.map(({ id, crm, recordType, name, url, stage, ownerName, status, matchedOn }) => (
          <li key={id}>
            <span>
              {url ? (
                <a className="link target" href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              ) : (
                name
              )}{' '}
              <span className="soft">
                {[crm, tCode('crmRecord', recordType, recordType), stage, ownerName].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Badge
              tone={status === 'connected' ? 'good' : undefined}
              title={t('company.matchedBy', { criterion: tCode('crmMatch', matchedOn, matchedOn) })}
            >
              {status === 'connected' ? t('company.connected') : t('company.suggested')}
            </Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}
