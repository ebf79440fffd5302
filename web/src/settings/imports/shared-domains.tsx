import type { SharedDomain } from '../../api/responses.ts';
import { formatNumber } from '../../lib/format.ts';
import { rich } from '../../texts/rich.tsx';
import { t } from '../../texts/t.ts';
import { Notice } from '../../ui/notice.tsx';

const maxShown = 5;

/** Warns that rows with the same domain become one company, and that domains of providers and of other companies are not used. */
export function SharedDomains({ domains }: { domains: SharedDomain[] }) {
  if (domains.length === 0) return null;
  return (
    <Notice>
      {domains.slice(0, maxShown).map(({ domain, rows, ignored, separate }) => (
        <p key={`${domain} ${separate}`}>
          {rich(ignored ? 'imports.ignoredDomain' : separate ? 'imports.separateDomain' : 'imports.sharedDomain', {
            rows: formatNumber(rows),
            domain: <span className="mono">{domain}</span>,
          })}
        </p>
      ))}
      {domains.length > maxShown && <p>{t('imports.moreSharedDomains', { count: domains.length - maxShown })}</p>}
    </Notice>
  );
}
