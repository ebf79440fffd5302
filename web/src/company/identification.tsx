import type { Identification } from '../api/answers.ts';
import { formatNumber } from '../lib/format.ts';
import { Badge } from '../ui/badge.tsx';
import formStyles from '../ui/form.module.css';
import sectionStyles from '../ui/section.module.css';
import { Correction } from './correction.tsx';
import styles from './identification.module.css';

const sources: Record<string, string> = {
  operator_rule: 'Your correction',
  work_email: 'Work e-mail of a visitor',
  seen_at_office: 'Visitor seen at the office before',
  learned_address: 'Learned from earlier visitors',
  reverse_dns: 'Host name of the IP address',
  imported_database: 'Imported database',
  netblock: 'IP address block',
  as_organization: 'Network operator',
  network_kind: 'Network type',
};

type Network = { cidr?: string } | null;

/** How the company was identified: the evidence of each network, with its weight. */
export function IdentificationSection({ companyId, identifications }: { companyId: string; identifications: Identification[] }) {
  const [main, ...further] = identifications;
  if (!main) return null;
  return (
    <section>
      <div className={sectionStyles.sectionTitle}>
        <h2>How we identified them</h2>
        <Confidence identification={main} />
      </div>
      <Evidence companyId={companyId} identification={main} />
      {further.length > 0 && (
        <details className={styles.more}>
          <summary>
            {further.length === 1 ? 'One more network' : `${further.length} more networks`} of {visitsOf(further)}
          </summary>
          {further.map((one) => (
            <Evidence key={JSON.stringify(one)} companyId={companyId} identification={one} isFurther />
          ))}
        </details>
      )}
    </section>
  );
}

function visitsOf(networks: Identification[]): string {
  const visits = networks.reduce((sum, one) => sum + one.visits, 0);
  return visits === 1 ? 'one visit' : `${formatNumber(visits)} visits`;
}

function Confidence({ identification: { confidence } }: { identification: Identification }) {
  return (
    <Badge tone={confidence >= 0.8 ? 'good' : confidence >= 0.5 ? 'accent' : 'warn'}>{Math.round(confidence * 100)} % confident</Badge>
  );
}

function Evidence({ companyId, identification, isFurther }: { companyId: string; identification: Identification; isFurther?: boolean }) {
  const network = identification.network as Network;
  return (
    <div className={styles.identification}>
      <div className={sectionStyles.sectionTitle} style={{ margin: 0 }}>
        <span className="faint">
          {network?.cidr ?? 'No network'} · {formatNumber(identification.visits)} {identification.visits === 1 ? 'visit' : 'visits'}
        </span>
        {isFurther && <Confidence identification={identification} />}
      </div>
      <ul className={formStyles.form} style={{ gap: 8 }}>
        {identification.evidence.map(({ source, detail, weight }) => (
          <li key={source + detail} className={styles.evidence}>
            <span>
              <strong style={{ fontWeight: 550 }}>{sources[source] ?? source}</strong>
              <br />
              <span className="soft">{detail}</span>
            </span>
            <span className={styles.meter} role="img" aria-label={`Weight ${Math.round(weight * 100)} %`}>
              <div style={{ width: `${Math.round(weight * 100)}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <Correction
        companyId={companyId}
        network={network}
        isConfirmed={identification.evidence.some(({ source }) => source === 'operator_rule')}
      />
    </div>
  );
}
