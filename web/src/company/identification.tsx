import { type ComponentProps, useState } from 'react';
import type { Identification } from '../api/responses.ts';
import { formatPercent } from '../lib/format.ts';
import { type TextKey, t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import formStyles from '../ui/form.module.css';
import sectionStyles from '../ui/section.module.css';
import { Correction } from './correction.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { evidenceText } from './evidence-text.ts';
import styles from './identification.module.css';
import { useCorrection } from './use-correction.ts';

const sources: Record<string, TextKey> = {
  operator_rule: 'company.yourCorrection',
  work_email: 'company.evidenceWorkEmail',
  seen_at_office: 'company.evidenceSeenAtWorkplace',
  learned_address: 'company.evidenceLearned',
  reverse_dns: 'company.evidenceHostname',
  imported_database: 'company.importedDatabase',
  netblock: 'company.ipAddressBlock',
  as_organization: 'company.networkOperator',
  network_kind: 'company.networkType',
};

/**
 * How the company was identified: the evidence for each network and the weight of each item. The dialog is rendered outside of the
 * evidence, which disappears when an earlier correction moves the visits to another company.
 */
export function IdentificationSection({ companyId, identifications }: { companyId: string; identifications: Identification[] }) {
  const [network, setNetwork] = useState('');
  const { correct, isOpen, setOpen, error, isSaving } = useCorrection();
  const [main, ...others] = identifications;
  const actions = {
    companyId,
    onCorrect: correct,
    onSelectOther: (other: string) => {
      setNetwork(other);
      setOpen(true);
    },
  };
  return (
    <>
      {main && (
        <section>
          <div className={sectionStyles.sectionTitle}>
            <h2>{t('company.whyThisCompany')}</h2>
            <Confidence identification={main} />
          </div>
          <Evidence identification={main} actions={actions} />
          {others.length > 0 && (
            <details className={styles.more}>
              <summary>{t('company.moreNetworks', { count: others.length, visits: visitsOf(others) })}</summary>
              {others.map((identification) => (
                <Evidence key={JSON.stringify(identification)} identification={identification} actions={actions} hasConfidence />
              ))}
            </details>
          )}
        </section>
      )}
      <CorrectionDialog
        key={network}
        network={network}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onCorrect={(correction, result) => correct(network, correction, result)}
        error={error}
        isSaving={isSaving}
      />
    </>
  );
}

function visitsOf(networks: Identification[]): string {
  const visits = networks.reduce((sum, network) => sum + network.visits, 0);
  return t('common.visitCount', { count: visits });
}

function Confidence({ identification: { confidence } }: { identification: Identification }) {
  return (
    <Badge tone={confidence >= 0.8 ? 'good' : confidence >= 0.5 ? 'accent' : 'warn'}>
      {t('company.confident', { percent: formatPercent(confidence, 1) })}
    </Badge>
  );
}

type EvidenceProps = {
  identification: Identification;
  actions: Pick<ComponentProps<typeof Correction>, 'companyId' | 'onCorrect' | 'onSelectOther'>;
  hasConfidence?: boolean;
};

function Evidence({ identification, actions, hasConfidence }: EvidenceProps) {
  const { network } = identification;
  return (
    <div className={styles.identification}>
      <div className={sectionStyles.sectionTitle} style={{ margin: 0 }}>
        <span className="faint">
          {network?.cidr ?? t('company.noNetwork')} · {t('common.visitCount', { count: identification.visits })}
        </span>
        {hasConfidence && <Confidence identification={identification} />}
      </div>
      <ul className={formStyles.stack} style={{ gap: 8 }}>
        {identification.evidence.map(({ source, detail, parts, weight }) => (
          <li key={source + detail} className={styles.evidence}>
            <span>
              <strong style={{ fontWeight: 550 }}>{sources[source] ? t(sources[source]) : source}</strong>
              <br />
              <span className="soft">{evidenceText({ detail, parts })}</span>
            </span>
            <span className={styles.meter} role="img" aria-label={t('company.weight', { percent: formatPercent(weight, 1) })}>
              <div style={{ width: `${Math.round(weight * 100)}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <Correction
        {...actions}
        network={network?.cidr}
        isConfirmed={identification.evidence.some(({ source }) => source === 'operator_rule')}
      />
    </div>
  );
}
