import type { ReactNode } from 'react';
import type { Visit, VisitStep } from '../api/responses.ts';
import { formatMoment, formatSeconds, placeName, sourceName } from '../lib/format.ts';
import { type TextKey, t, tCode } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './visit-item.module.css';

const stepIcons: Record<string, IconName> = {
  page_view: 'page',
  form: 'form',
  download: 'download',
  outbound: 'open',
  event: 'event',
  identify: 'person',
};

const stepNames: Record<string, TextKey> = {
  form: 'company.formSubmitted',
  download: 'company.download',
  outbound: 'company.outboundLink',
  event: 'company.event',
  identify: 'company.identified',
};

type VisitItemProps = {
  visit: Visit;
  /** Shown before the time, such as the company. */
  title?: ReactNode;
};

/** One visit with its pages and events. */
export function VisitItem({ visit, title }: VisitItemProps) {
  const { visitor } = visit;
  const who = visitor.name ?? visitor.email ?? (visitor.isReturning ? t('company.returningVisitor') : t('company.newVisitor'));
  const deviceType = visit.deviceType && tCode('fieldValue.device_type', visit.deviceType, visit.deviceType);
  const device =
    (visit.browser && visit.os ? t('common.browserOn', { browser: visit.browser, system: visit.os }) : (visit.browser ?? visit.os)) ||
    deviceType;
  return (
    <div className={styles.visit} data-testid="visit">
      <div className={styles.visitHead}>
        {title}
        <strong style={{ fontWeight: 550 }}>{formatMoment(visit.startedAt)}</strong>
        <span className="soft">
          {t('common.pageCount', { count: visit.pages })}
          {visit.seconds > 0 && ` · ${formatSeconds(visit.seconds)}`}
        </span>
        {visit.goals.map((goal) => (
          <Badge key={goal} tone="good">
            <Icon name="flag" size={12} /> {goal}
          </Badge>
        ))}
      </div>
      <div className={styles.visitFacts}>
        <span>{who}</span>
        <span title={visit.referringUrl ?? undefined}>{sourceName(visit.source, visit.medium)}</span>
        {visit.campaign && <span title={t('company.campaign')}>{visit.campaign}</span>}
        {visit.keyword && <span title={t('company.searchPhrase')}>{t('common.quoted', { name: visit.keyword })}</span>}
        {visit.place && <span>{placeName(visit.place)}</span>}
        {device && <span title={deviceType ?? undefined}>{device}</span>}
      </div>
      <ol className={styles.steps}>
        {visit.steps.map((step) => (
          <Step key={step.at + step.kind + step.url} step={step} />
        ))}
      </ol>
    </div>
  );
}

function Step({ step }: { step: VisitStep }) {
  const isPage = step.kind === 'page_view';
  const label = isPage
    ? (step.path ?? step.url ?? '')
    : [stepNames[step.kind] ? t(stepNames[step.kind]!) : step.kind, step.name ?? step.targetUrl].filter(Boolean).join(': ');
  return (
    <li className={styles.step} data-testid="visit-step">
      <Icon name={stepIcons[step.kind] ?? 'event'} size={13} />
      <span className="truncate" title={[step.title, step.url].filter(Boolean).join('\n')}>
        {label}
        {isPage && step.title && <span className="faint"> {step.title}</span>}
      </span>
      <span className="faint number">{step.seconds ? formatSeconds(step.seconds) : ''}</span>
    </li>
  );
}
