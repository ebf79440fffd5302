import { useState } from 'react';
import type { Share } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { formatDay } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Interval } from '../ui/intervals.ts';
import { Breakdown, type BreakdownRow } from './breakdown.tsx';
import { type LeadLinks, splitSource } from './lead-links.ts';
import { nameOfSource } from './name-of-source.ts';

type Path = { source: string; campaign?: string | null };

/** Drill-down from the sources to the campaigns of a source and the pages of a campaign. */
export function SourceBreakdown({ sources, interval, links }: { sources: Share[]; interval: Interval; links: LeadLinks }) {
  const [path, setPath] = useState<Path | null>(null);
  if (path) return <DrillDown path={path} setPath={setPath} interval={interval} links={links} />;
  const rows = sources.map(({ name, visits, companies }) => ({
    name: nameOfSource(name),
    visits,
    companies,
    href: links.source(name),
    onOpen: () => setPath({ source: name }),
  }));
  return <Breakdown title={t('dashboard.sources')} rows={rows} empty={t('dashboard.noVisits')} />;
}

type DrillDownProps = { path: Path; setPath: (path: Path | null) => void; interval: Interval; links: LeadLinks };

function DrillDown({ path, setPath, interval, links }: DrillDownProps) {
  const { source, campaign } = path;
  const query = {
    from: interval.from,
    to: interval.to,
    ...splitSource(source),
    ...(campaign === undefined ? {} : { campaign: campaign ?? '' }),
  };
  const { data, isPlaceholderData } = useAccountQuery('/drill-down', { query });
  const shares = isPlaceholderData ? [] : (data?.shares ?? []);
  const rows = shares.map(({ name, visits, companies }): BreakdownRow => {
    if (campaign !== undefined) return { name: name ?? '', visits, companies, href: links.pageOf(source, campaign, name ?? '') };
    const onOpen = () => setPath({ source, campaign: name });
    return { name: name ?? t('dashboard.noCampaign'), visits, companies, href: links.campaignOf(source, name), onOpen };
  });
  const up = () => setPath(campaign === undefined ? null : { source });
  const title = (
    <>
      <Button quiet icon small aria-label={t('dashboard.back')} onClick={up}>
        <Icon name="left" size={14} />
      </Button>{' '}
      {[nameOfSource(source), campaign === undefined ? null : (campaign ?? t('dashboard.noCampaign'))].filter(Boolean).join(' › ')}
      {' · '}
      {campaign === undefined ? t('dashboard.campaigns') : t('common.pages')}
    </>
  );
  const isLoaded = data !== undefined && !isPlaceholderData;
  const note = isLoaded && data.since !== null ? t('dashboard.countedSince', { day: formatDay(data.since) }) : undefined;
  return <Breakdown title={title} rows={rows} empty={isLoaded ? t('dashboard.noVisits') : t('common.loading')} note={note} />;
}
