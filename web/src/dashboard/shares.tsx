import type { ReactNode } from 'react';
import type { Breakdowns, EntryAndExitPages, Share } from '../api/responses.ts';
import { WorldMap } from '../charts/world-map.tsx';
import { countryName } from '../lib/format.ts';
import { industryName } from '../texts/language.ts';
import { t, tCode } from '../texts/t.ts';
import cardStyles from '../ui/card.module.css';
import { Card } from '../ui/card.tsx';
import { Breakdown } from './breakdown.tsx';
import type { LeadLinks } from './lead-links.ts';
import { localizeSource } from './localize-source.ts';

type SharesProps = {
  shares: Breakdowns;
  entryAndExitPages: EntryAndExitPages | undefined;
  links: LeadLinks | null;
  /** Replaces the card with the sources. */
  sources?: ((shares: Share[]) => ReactNode) | undefined;
};

/** The most frequent values of each dimension, such as pages and countries. */
export function Shares({ shares, entryAndExitPages, links, sources }: SharesProps) {
  const rowsOf = (
    list: (Omit<Share, 'companies'> & { id?: string; companies?: number; identified?: number })[],
    hrefOf?: (idOrName: string) => string | undefined,
    nameOf = (name: string) => name,
  ) =>
    list.map(({ id, name, visits, companies, identified }) => ({
      value: id ?? name,
      name: nameOf(name),
      visits,
      ...(companies !== undefined && { companies }),
      href: identified === 0 ? undefined : hrefOf?.(id ?? name),
    }));
  const noVisits = t('dashboard.noVisits');
  return (
    <>
      <Card
        title={t('dashboard.visitorLocations')}
        aside={
          <a className="faint target" href="https://db-ip.com" target="_blank" rel="noreferrer">
            {t('dashboard.ipGeolocationByDbIp')}
          </a>
        }
      >
        <WorldMap dots={shares.dots} hrefOf={({ place, identified }) => (identified === 0 ? undefined : links?.place(place))} />
      </Card>
      <div className={cardStyles.cards}>
        {sources?.(shares.sources) ?? (
          <Breakdown title={t('dashboard.sources')} rows={rowsOf(shares.sources, undefined, localizeSource)} empty={noVisits} />
        )}
        <Breakdown title={t('common.pages')} rows={rowsOf(shares.pages, links?.page)} empty={noVisits} />
        {entryAndExitPages && (
          <>
            <Breakdown title={t('dashboard.entryPages')} rows={rowsOf(entryAndExitPages.entryPages, links?.entryPage)} empty={noVisits} />
            <Breakdown title={t('dashboard.exitPages')} rows={rowsOf(entryAndExitPages.exitPages, links?.exitPage)} empty={noVisits} />
          </>
        )}
        <Breakdown
          title={t('common.countries')}
          rows={rowsOf(shares.countries, links?.country, (code) => countryName(code) ?? code)}
          empty={noVisits}
        />
        <Breakdown
          title={t('common.industries')}
          rows={rowsOf(shares.industries, links?.industry, industryName)}
          empty={t('dashboard.noCompanies')}
        />
        <Breakdown title={t('dashboard.campaigns')} rows={rowsOf(shares.campaigns, links?.campaign)} empty={t('dashboard.noCampaigns')} />
        <Breakdown title={t('common.goals')} rows={rowsOf(shares.goals, links?.goal)} empty={t('dashboard.noGoalReached')} />
        <Breakdown
          title={t('dashboard.devices')}
          rows={rowsOf(shares.devices, links?.device, (name) => tCode('fieldValue.device_type', name, name))}
          empty={noVisits}
        />
      </div>
    </>
  );
}
