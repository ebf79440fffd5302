import { useRef } from 'react';
import type { Share } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { formatDay } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Interval } from '../ui/intervals.ts';
import { Breakdown, type BreakdownRow } from './breakdown.tsx';
import { type LeadLinks, splitSource } from './lead-links.ts';
import { localizeSource } from './localize-source.ts';

type Path = { source: string; campaign?: string | null };

/** The selected source and campaign, in the URL. */
function usePath(): [Path | null, (path: Path | null) => void] {
  const [params, change] = useParams();
  const source = params.get('source');
  const campaign = params.has('noCampaign') ? null : (params.get('campaign') ?? undefined);
  const setPath = (path: Path | null) =>
    change({ source: path?.source ?? null, campaign: path?.campaign ?? null, noCampaign: path?.campaign === null ? '1' : null });
  return [source === null ? null : { source, ...(campaign !== undefined && { campaign }) }, setPath];
}

/** Moves the focus when the element that has it is replaced. `moveTo` takes the name that the element to focus has in `refOf`. */
function useMovedFocus() {
  const target = useRef<string | null>(null);
  return {
    moveTo: (name: string) => {
      target.current = name;
    },
    refOf: (name: string) => (element: HTMLElement | null) => {
      if (element === null || target.current !== name) return;
      target.current = null;
      element.focus();
    },
  };
}

/** Drill-down from the sources to the campaigns of a source and the pages of a campaign. */
export function SourceBreakdown({ sources, interval, links }: { sources: Share[]; interval: Interval; links: LeadLinks }) {
  const [path, setPath] = usePath();
  const focus = useMovedFocus();
  if (path) return <DrillDown path={path} setPath={setPath} focus={focus} interval={interval} links={links} />;
  const rows = sources.map(({ name, visits, companies }) => ({
    value: name,
    name: localizeSource(name),
    visits,
    companies,
    href: links.source(name),
    buttonRef: focus.refOf(`row ${name}`),
    onOpen: () => {
      focus.moveTo('back');
      setPath({ source: name });
    },
  }));
  return <Breakdown title={t('dashboard.sources')} rows={rows} empty={t('dashboard.noVisits')} />;
}

type DrillDownProps = {
  path: Path;
  setPath: (path: Path | null) => void;
  focus: ReturnType<typeof useMovedFocus>;
  interval: Interval;
  links: LeadLinks;
};

function DrillDown({ path, setPath, focus, interval, links }: DrillDownProps) {
  const { source, campaign } = path;
  const query = {
    from: interval.from,
    to: interval.to,
    ...splitSource(source),
    ...(campaign === undefined ? {} : { campaign: campaign ?? '' }),
  };
  const { data, isPlaceholderData, error } = useAccountQuery('/drill-down', { query });
  const shares = isPlaceholderData ? [] : (data?.shares ?? []);
  const rows = shares.map(({ name, visits, companies }): BreakdownRow => {
    const since = data?.since ?? null;
    const href = campaign === undefined ? links.campaignOf(source, name, since) : links.pageOfCampaign(source, campaign, name ?? '', since);
    // If only the last day was counted, some of its visits may be missing, and the list would have more companies.
    const link = href === undefined || since === interval.to ? {} : { href };
    const value = name ?? '';
    if (campaign !== undefined) return { value, name: value, visits, companies, ...link };
    const onOpen = () => {
      focus.moveTo('back');
      setPath({ source, campaign: name });
    };
    return { value, name: name ?? t('dashboard.noCampaign'), visits, companies, ...link, buttonRef: focus.refOf(`row ${value}`), onOpen };
  });
  const goUp = () => {
    focus.moveTo(`row ${campaign === undefined ? source : (campaign ?? '')}`);
    setPath(campaign === undefined ? null : { source });
  };
  const title = (
    <>
      <Button ref={focus.refOf('back')} quiet icon small aria-label={t('dashboard.back')} onClick={goUp}>
        <Icon name="left" size={14} />
      </Button>{' '}
      {[localizeSource(source), campaign === undefined ? null : (campaign ?? t('dashboard.noCampaign'))].filter(Boolean).join(' › ')}
      {' · '}
      {campaign === undefined ? t('dashboard.campaigns') : t('common.pages')}
    </>
  );
  const isLoaded = data !== undefined && !isPlaceholderData;
  const note = isLoaded && data.since !== null ? t('dashboard.countedSince', { day: formatDay(data.since) }) : undefined;
  const empty = isLoaded ? t('dashboard.noVisits') : (error?.message ?? t('common.loading'));
  return <Breakdown title={title} rows={rows} empty={empty} note={note} />;
}
