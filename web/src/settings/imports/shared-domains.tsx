import type { SharedDomain } from '../../api/answers.ts';
import { formatNumber } from '../../lib/format.ts';
import { AlertMessage } from '../../ui/notice.tsx';

const mostShown = 5;

/** Warns that rows with the same domain become one company. */
export function SharedDomains({ domains }: { domains: SharedDomain[] }) {
  if (domains.length === 0) return null;
  return (
    <AlertMessage>
      {domains.slice(0, mostShown).map(({ domain, rows }) => (
        <p key={domain}>
          {formatNumber(rows)} rows share the domain <span className="mono">{domain}</span> and are one company.
        </p>
      ))}
      {domains.length > mostShown && <p>{formatNumber(domains.length - mostShown)} more domains are shared by several rows.</p>}
    </AlertMessage>
  );
}
