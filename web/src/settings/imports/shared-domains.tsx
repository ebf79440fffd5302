import type { SharedDomain } from '../../../../server/src/domain/imports/import-record.ts';
import { formatNumber } from '../../lib/format.ts';

const mostShown = 5;

/** Rows with the same domain are one company, which may not be what the file means. */
export function SharedDomains({ domains }: { domains: SharedDomain[] }) {
  if (domains.length === 0) return null;
  return (
    <div className="notice">
      {domains.slice(0, mostShown).map(({ domain, rows }) => (
        <p key={domain}>
          {formatNumber(rows)} rows share the domain <span className="mono">{domain}</span> and are one company.
        </p>
      ))}
      {domains.length > mostShown && <p>{formatNumber(domains.length - mostShown)} further domains are shared by several rows.</p>}
    </div>
  );
}
