import { Link } from 'wouter';
import type { DataFlow } from '../api/responses.ts';
import { formatNumber, formatPercent } from '../lib/format.ts';
import { t, tCode } from '../texts/t.ts';
import { Card } from '../ui/card.tsx';
import { NumberLink } from '../ui/number-link.tsx';
import tableStyles from '../ui/table.module.css';
import { NoCompany } from '../visits/no-company.tsx';
import styles from './data-flow.module.css';
import type { LeadLinks } from './lead-links.ts';

/** The settings that drop events for a reason. */
const settingsOf: Record<string, string> = {
  hostname: '/settings/traffic',
  excluded_address: '/settings/traffic',
  excluded_country: '/settings/traffic',
  excluded_path: '/settings/traffic',
  ignored: '/settings/corrections',
};

const numberClass = `${tableStyles.right} number`;

/** How many events were dropped for each reason. They cannot be listed. */
export function DropReasons({ dropped }: { dropped: DataFlow['dropped'] }) {
  return (
    <Card title={t('dashboard.dropReasons')}>
      <table className={`${tableStyles.plainTable} ${styles.counts}`}>
        <thead>
          <tr>
            <th>{t('dashboard.reason')}</th>
            <th className={tableStyles.right}>{t('dashboard.events')}</th>
          </tr>
        </thead>
        <tbody>
          {dropped.map(({ reason, meaning, events }) => {
            const text = tCode('dropReason', reason, meaning);
            const settings = events === 0 ? undefined : settingsOf[reason];
            return (
              <tr key={reason}>
                <td className={events === 0 ? 'faint' : undefined}>
                  {settings === undefined ? (
                    <span className="sentence">{text}</span>
                  ) : (
                    <Link className="link" href={settings}>
                      <span className="sentence">{text}</span>
                    </Link>
                  )}
                </td>
                <td className={numberClass}>{formatNumber(events)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={`faint ${styles.note}`}>{t('dashboard.dropsNotListed')}</p>
    </Card>
  );
}

type VisitCounts = { visits: number; links: LeadLinks };

/** The share of identified visits by kind of network. */
export function NetworkKinds({ kinds, visits: total, links }: VisitCounts & Pick<DataFlow, 'kinds'>) {
  return (
    <Card title={t('dashboard.matchRateByNetworkKind')}>
      <table className={`${tableStyles.plainTable} ${styles.counts}`}>
        <thead>
          <tr>
            <th>{t('dashboard.visitorsFrom')}</th>
            <th className={tableStyles.right}>{t('common.visits')}</th>
            <th className={tableStyles.right}>{t('dashboard.share')}</th>
            <th className={tableStyles.right}>{t('dashboard.identified')}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, visits, identified }) => (
            <tr key={kind}>
              <td>{tCode('fieldValue.network_kind', kind, kind)}</td>
              <td className={numberClass}>
                <NumberLink value={visits} companies={visits} href={links.visits({ kind })} />
              </td>
              <td className={numberClass}>{formatPercent(visits, total)}</td>
              <td className={numberClass}>
                {identified === 0 ? (
                  formatPercent(identified, visits)
                ) : (
                  <Link className="link" href={links.networkKind(kind)}>
                    {formatPercent(identified, visits)}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Why visits have no company. */
export function NoCompanyReasons({ reasons, visits: total, links }: VisitCounts & { reasons: DataFlow['noCompany'] }) {
  return (
    <Card title={t('dashboard.noCompanyReasons')}>
      {reasons.length === 0 ? (
        <p className="faint">{t(total === 0 ? 'dashboard.noVisits' : 'dashboard.allIdentified')}</p>
      ) : (
        <table className={`${tableStyles.plainTable} ${styles.counts}`}>
          <thead>
            <tr>
              <th>{t('dashboard.reason')}</th>
              <th className={tableStyles.right}>{t('common.visits')}</th>
              <th className={tableStyles.right}>{t('dashboard.share')}</th>
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ reason, visits }) => (
              <tr key={reason}>
                <td>
                  <NoCompany reason={reason} />
                </td>
                <td className={numberClass}>
                  <NumberLink value={visits} companies={visits} href={links.visits({ reason })} />
                </td>
                <td className={numberClass}>{formatPercent(visits, total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
