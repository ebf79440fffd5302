import type { WhyThem as Why } from '../../../server/src/domain/leads/get-lead-details.ts';
import { formatNumber } from '../lib/format.ts';
import { Correction } from './correction.tsx';

const sources: Record<string, string> = {
  operator_rule: 'Your own rule',
  work_email: 'Work e-mail of a visitor',
  seen_at_office: 'Visitor seen at the office before',
  learned_address: 'Learned from earlier visitors',
  reverse_dns: 'Host name of the address',
  imported_database: 'Imported database',
  netblock: 'Address block',
  as_organization: 'Operator of the network',
  network_kind: 'Kind of network',
};

type Network = { cidr?: string } | null;

/** Why visits are thought to come from this company: the evidence of each network, with its weight. */
export function WhyThem({ companyId, why }: { companyId: string; why: Why[] }) {
  if (why.length === 0) return null;
  const [main, ...further] = why;
  return (
    <section>
      <div className="section-title">
        <h2>Why we think it is them</h2>
        <Confidence why={main!} />
      </div>
      <Evidence companyId={companyId} why={main!} />
      {further.length > 0 && (
        <details className="more">
          <summary>
            {further.length === 1 ? 'One further network' : `${further.length} further networks`} of {visitsOf(further)}
          </summary>
          {further.map((one) => (
            <Evidence key={JSON.stringify(one)} companyId={companyId} why={one} isFurther />
          ))}
        </details>
      )}
    </section>
  );
}

function visitsOf(networks: Why[]): string {
  const visits = networks.reduce((sum, one) => sum + one.visits, 0);
  return visits === 1 ? 'one visit' : `${formatNumber(visits)} visits`;
}

function Confidence({ why: { confidence } }: { why: Why }) {
  return (
    <span className={`badge ${confidence >= 0.8 ? 'good' : confidence >= 0.5 ? 'accent' : 'warn'}`}>
      {Math.round(confidence * 100)} % sure
    </span>
  );
}

function Evidence({ companyId, why, isFurther }: { companyId: string; why: Why; isFurther?: boolean }) {
  const network = why.network as Network;
  return (
    <div className="why">
      <div className="section-title" style={{ margin: 0 }}>
        <span className="faint">
          {network?.cidr ?? 'No network of its own'} · {formatNumber(why.visits)} {why.visits === 1 ? 'visit' : 'visits'}
        </span>
        {isFurther && <Confidence why={why} />}
      </div>
      <ul className="form" style={{ gap: 8 }}>
        {why.evidence.map(({ source, detail, weight }) => (
          <li key={source + detail} className="evidence">
            <span>
              <strong style={{ fontWeight: 550 }}>{sources[source] ?? source}</strong>
              <br />
              <span className="soft">{detail}</span>
            </span>
            <span className="meter" role="img" aria-label={`Weight ${Math.round(weight * 100)} %`}>
              <div style={{ width: `${Math.round(weight * 100)}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <Correction companyId={companyId} network={network} isConfirmed={why.evidence.some(({ source }) => source === 'operator_rule')} />
    </div>
  );
}
