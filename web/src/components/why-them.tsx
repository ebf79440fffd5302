import type { WhyThem as Why } from '../../../server/src/domain/workspace/get-lead-page.ts';
import { CorrectionDialog } from './correction-dialog.tsx';

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

/** Why a visit is thought to come from this company: the evidence, each with its weight. */
export function WhyThem({ why }: { why: Why[] }) {
  if (why.length === 0) return null;
  const main = why[0]!;
  return (
    <section>
      <div className="section-title">
        <h2>Why we think it is them</h2>
        <span className="actions">
          <CorrectionDialog network={main.network as { cidr?: string } | null} />
          <span className={`badge ${main.confidence >= 0.8 ? 'good' : main.confidence >= 0.5 ? 'accent' : 'warn'}`}>
            {Math.round(main.confidence * 100)} % sure
          </span>
        </span>
      </div>
      <ul className="why">
        {main.evidence.map(({ source, detail, weight }) => (
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
    </section>
  );
}
