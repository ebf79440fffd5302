import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Visit as VisitRecord, VisitStep } from '../api/answers.ts';
import { useWork } from '../api/session.tsx';
import { useAccountRequest } from '../api/use-account-change.ts';
import { formatMoment, formatSeconds, placeName, sourceName } from '../lib/format.ts';
import { type TextKey, t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import sectionStyles from '../ui/section.module.css';
import styles from './visit-timeline.module.css';

const stepIcons: Record<string, IconName> = {
  page_view: 'page',
  form: 'form',
  download: 'download',
  outbound: 'open',
  event: 'event',
  identify: 'person',
};

const firstShown = 5;
const furtherShown = 20;

const stepNames: Record<string, TextKey> = {
  form: 'company.formSent',
  download: 'company.download',
  outbound: 'company.outboundLink',
  event: 'company.event',
  identify: 'company.leftAnEmailAddress',
};

/** The visits of a company, newest first, each with its pages and events. */
export function VisitTimeline({ companyId }: { companyId: string }) {
  const { base } = useWork();
  const ask = useAccountRequest();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [base, 'visits', companyId],
    queryFn: ({ pageParam, signal }) =>
      ask('GET /companies/:companyId/visits', { params: { companyId }, query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const [shown, setShown] = useState(firstShown);
  const known = data?.pages.flatMap((page) => page.visits) ?? [];
  const visits = known.slice(0, shown);
  const isMore = hasNextPage || known.length > shown;
  const showMore = () => {
    setShown(shown + furtherShown);
    if (known.length < shown + furtherShown && hasNextPage) fetchNextPage();
  };
  return (
    <section>
      <h2 className={sectionStyles.sectionTitle}>{t('common.visits')}</h2>
      <ol>
        {visits.map((visit) => (
          <Visit key={visit.id} visit={visit} />
        ))}
      </ol>
      {isMore && (
        <Button small disabled={isFetchingNextPage} onClick={showMore}>
          {t('company.earlierVisits')}
        </Button>
      )}
    </section>
  );
}

function Visit({ visit }: { visit: VisitRecord }) {
  const { visitor } = visit;
  const who = visitor.name ?? visitor.email ?? (visitor.isReturning ? t('company.returningVisitor') : t('company.newVisitor'));
  const device =
    (visit.browser && visit.os ? t('common.browserOn', { browser: visit.browser, system: visit.os }) : (visit.browser ?? visit.os)) ||
    visit.deviceType;
  return (
    <li className={styles.visit} data-testid="visit">
      <div className={styles.visitHead}>
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
        {device && <span title={visit.deviceType ?? undefined}>{device}</span>}
      </div>
      <ol className={styles.steps}>
        {visit.steps.map((step) => (
          <Step key={step.at + step.kind + step.url} step={step} />
        ))}
      </ol>
    </li>
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
      <span className="cut" title={[step.title, step.url].filter(Boolean).join('\n')}>
        {label}
        {isPage && step.title && <span className="faint"> {step.title}</span>}
      </span>
      <span className="faint number">{step.seconds ? formatSeconds(step.seconds) : ''}</span>
    </li>
  );
}
