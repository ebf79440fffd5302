import type { LiveVisit } from '../api/responses.ts';
import { CompanyLogo } from '../company/company-logo.tsx';
import { ago, placeName, sourceName } from '../lib/format.ts';
import { formatTime } from '../lib/format-rarely.ts';
import { t } from '../texts/t.ts';
import personStyles from '../ui/person.module.css';
import tagStyles from '../ui/tag.module.css';
import styles from './live.module.css';

type LiveRowProps = { visit: LiveVisit; isCurrent: boolean; onOpen: (visit: LiveVisit) => void };

/** The id of the element that opens a visit. */
export const rowId = (visitId: string) => `live-${visitId}`;

/** A visitor and the page they are reading. A click opens the company or the visit in the panel. */
export function LiveRow({ visit, isCurrent, onOpen }: LiveRowProps) {
  const { companyId, noCompanyReason } = visit;
  const isIdentified = noCompanyReason === null && companyId !== null;
  const name = isIdentified ? visit.company : t(`noCompany.${noCompanyReason ?? 'unknown'}`);
  const source = `${sourceName(visit.source, visit.medium)} · ${t('common.pageCount', { count: visit.pages })}`;
  const paths = [visit.path, ...visit.earlierPaths].join(' ← ');
  return (
    <li className={styles.liveRow} data-current={isCurrent} data-active={visit.isActive}>
      <span className={personStyles.who}>
        <CompanyLogo companyId={noCompanyReason === null ? companyId : null} name={visit.company ?? '·'} />
        <span className={personStyles.names}>
          <span className={personStyles.name}>
            <button
              type="button"
              id={rowId(visit.id)}
              className={`truncate ${styles.company} ${isIdentified ? '' : 'soft'}`}
              title={name ?? undefined}
              onClick={() => onOpen(visit)}
            >
              {name}
            </button>
          </span>
          <span className={`${personStyles.domain} truncate`}>
            {placeName({ city: visit.city, countryCode: visit.countryCode }) ?? t('live.placeUnknown')}
          </span>
        </span>
      </span>
      <span className={`${personStyles.names} ${styles.reading}`}>
        <span className="truncate" title={visit.title ?? visit.path ?? undefined}>
          {visit.title ?? visit.path}
        </span>
        <span className={`${personStyles.domain} truncate`} title={paths}>
          {paths}
        </span>
      </span>
      <span className={`truncate soft ${styles.mayHide}`} title={source}>
        {source}
      </span>
      <span className={styles.time} title={t('live.since', { time: formatTime(visit.startedAt) })}>
        {visit.isActive && <span className={`${tagStyles.dot} ${tagStyles.live}`} />}
        <span className="faint">{ago(visit.lastSeenAt)}</span>
      </span>
    </li>
  );
}
