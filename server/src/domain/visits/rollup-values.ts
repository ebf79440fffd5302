import { boundedCache } from '../../lib/bounded-cache.ts';
import { hashId } from '../../lib/hash-id.ts';
import type { CountedVisit } from './day-changes.ts';

export type RollupKind =
  | 'all'
  | 'source'
  | 'campaign'
  | 'campaign_channel'
  | 'campaign_country'
  | 'device'
  | 'country'
  | 'place'
  | 'page'
  | 'entry_page'
  | 'exit_page'
  | 'goal'
  | 'network'
  | 'industry';

export type RollupUnit = 'day' | 'month' | 'total';

/** A visit with all columns that the rollups are grouped by. */
export type RollupVisit = CountedVisit & {
  verdictId: string | null;
  deviceType: string | null;
  source: string | null;
  medium: string | null;
  campaign: string | null;
  landingPageId: string | null;
  goalIds: readonly string[];
};

/**
 * A value that visits are grouped by. `name` is null if the dictionary does not contain the value. `parentId` is the campaign of a channel
 * or country.
 */
export type RollupValue = { kind: RollupKind; id: string; name: string | null; parentId?: string };

export type RollupLookup = {
  pathOf(pageId: string): string | undefined;
  countryOf(placeId: string): string | null | undefined;
  /** Returns the kind of the network, and the reason if no company was identified. */
  networkOf(verdictId: string): { kind: string; reason: string | null } | undefined;
};

export const allVisits: RollupValue = { kind: 'all', id: '0', name: null };

/** Recent values by kind and name. */
const recentValues = new Map<RollupKind, (name: string) => RollupValue>();

export function rollupValue(kind: RollupKind, name: string): RollupValue {
  let find = recentValues.get(kind);
  if (find === undefined) {
    find = boundedCache((text) => createValue(kind, text), 5000);
    recentValues.set(kind, find);
  }
  return find(name);
}

function createValue(kind: RollupKind, name: string): RollupValue {
  if (kind === 'place') return { kind, id: name, name: null };
  const value = { kind, id: hashId(kind, name), name };
  return ofCampaigns.has(kind) ? { ...value, parentId: hashId('campaign', JSON.parse(name)[0]) } : value;
}

/** Kinds that divide a campaign. Their names are JSON arrays that begin with the campaign. They have totals, but no days and months. */
const ofCampaigns: ReadonlySet<RollupKind> = new Set(['campaign_channel', 'campaign_country']);
const periods: readonly RollupUnit[] = ['day', 'month'];
const periodsAndTotal: readonly RollupUnit[] = ['day', 'month', 'total'];
const onlyTotal: readonly RollupUnit[] = ['total'];

/** Returns the units in which visits with a value are counted. */
export function unitsOf({ kind }: RollupValue): readonly RollupUnit[] {
  if (ofCampaigns.has(kind)) return onlyTotal;
  return kind === 'campaign' || kind === 'goal' ? periodsAndTotal : periods;
}

/** Kinds for which distinct companies are counted. */
const distinctKinds: ReadonlySet<RollupKind> = new Set([
  'all',
  'source',
  'campaign',
  'campaign_country',
  'device',
  'country',
  'page',
  'goal',
]);

export function countsCompanies({ kind }: RollupValue): boolean {
  return distinctKinds.has(kind);
}

/** Returns the name of the value for a network: its kind and, for a visit without a company, the reason. */
function networkName(kind: string, reason: string | null): string {
  return reason === null ? kind : `${kind} ${reason}`;
}

/** Returns the values that a visit counts for. A visit to two URLs with the same path counts twice for the path. */
export function valuesOf(visit: RollupVisit, lookup: RollupLookup): RollupValue[] {
  const values = [allVisits, rollupValue('source', [visit.source, visit.medium].filter((text) => text !== null).join(' / '))];
  if (visit.deviceType !== null) values.push(rollupValue('device', visit.deviceType));
  const country = lookup.countryOf(visit.placeId);
  if (country !== undefined) values.push(rollupValue('place', visit.placeId));
  if (country != null) values.push(rollupValue('country', country));
  if (visit.campaign !== null) values.push(...campaignValues(visit, visit.campaign, country ?? null));
  for (const pageId of visit.pageIds) {
    const path = lookup.pathOf(pageId);
    if (path !== undefined) values.push(rollupValue('page', path));
  }
  values.push(...entryAndExitPage(visit, lookup));
  for (const goalId of visit.goalIds) values.push(rollupValue('goal', goalId));
  const network = visit.verdictId === null ? undefined : lookup.networkOf(visit.verdictId);
  const reason = visit.companyId === null ? (network?.reason ?? 'unknown') : null;
  values.push(rollupValue('network', networkName(network?.kind ?? 'unknown', reason)));
  return values;
}

function campaignValues({ source, medium }: RollupVisit, campaign: string, country: string | null): RollupValue[] {
  return [
    rollupValue('campaign', campaign),
    rollupValue('campaign_channel', JSON.stringify([campaign, source, medium])),
    ...(country === null ? [] : [rollupValue('campaign_country', JSON.stringify([campaign, country]))]),
  ];
}

/** Returns the values for the first and the last page of a visit with page views. */
export function entryAndExitPage(visit: Pick<RollupVisit, 'landingPageId' | 'pageIds'>, lookup: RollupLookup): RollupValue[] {
  const [entry, exit] = [visit.landingPageId, exitPageId(visit)].map((id) => (id === null ? undefined : lookup.pathOf(id)));
  return [
    ...(entry === undefined ? [] : [rollupValue('entry_page', entry)]),
    ...(exit === undefined ? [] : [rollupValue('exit_page', exit)]),
  ];
}

/** Returns the last page of a visit. The pages are in order of their last view. */
export function exitPageId({ pageIds }: Pick<RollupVisit, 'pageIds'>): string | null {
  return pageIds.at(-1) ?? null;
}
