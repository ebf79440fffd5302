import { boundedCache } from '../../lib/bounded-cache.ts';
import { hashId } from '../../lib/hash-id.ts';
import type { CountedVisit } from './day-changes.ts';

export type RollupKind =
  | 'all'
  | 'source'
  | 'campaign'
  | 'device'
  | 'country'
  | 'place'
  | 'page'
  | 'entry_page'
  | 'exit_page'
  | 'goal'
  | 'network'
  | 'industry';

/** A visit with everything that the rollups are grouped by. */
export type RollupVisit = CountedVisit & {
  verdictId: string | null;
  deviceType: string | null;
  source: string | null;
  medium: string | null;
  campaign: string | null;
  goalIds: readonly string[];
};

/** A value that visits are grouped by. `name` is null if the dictionary does not contain the value. */
export type RollupValue = { kind: RollupKind; id: string; name: string | null };

export type RollupLookup = {
  pathOf(pageId: string): string | undefined;
  countryOf(placeId: string): string | null | undefined;
  /** Returns the kind of the network, and the reason if no company was identified. */
  networkOf(verdictId: string): { kind: string; reason: string | null } | undefined;
};

export const allVisits: RollupValue = { kind: 'all', id: '0', name: null };

const valueByKey = boundedCache((key: string): RollupValue => {
  const space = key.indexOf(' ');
  const kind = key.slice(0, space) as RollupKind;
  const name = key.slice(space + 1);
  return kind === 'place' ? { kind, id: name, name: null } : { kind, id: hashId(kind, name), name };
}, 20_000);

export function rollupValue(kind: RollupKind, name: string): RollupValue {
  return valueByKey(`${kind} ${name}`);
}

/** Kinds for which distinct companies are counted. */
const distinctKinds: ReadonlySet<RollupKind> = new Set(['all', 'source', 'campaign', 'device', 'country', 'page', 'goal']);

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
  if (visit.campaign !== null) values.push(rollupValue('campaign', visit.campaign));
  if (visit.deviceType !== null) values.push(rollupValue('device', visit.deviceType));
  const country = lookup.countryOf(visit.placeId);
  if (country !== undefined) values.push(rollupValue('place', visit.placeId));
  if (country != null) values.push(rollupValue('country', country));
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

/** Returns the values for the first and the last page of a visit. */
export function entryAndExitPage({ pageIds }: Pick<RollupVisit, 'pageIds'>, lookup: RollupLookup): RollupValue[] {
  const [entry, exit] = [pageIds[0], pageIds.at(-1)].map((id) => (id === undefined ? undefined : lookup.pathOf(id)));
  return [
    ...(entry === undefined ? [] : [rollupValue('entry_page', entry)]),
    ...(exit === undefined ? [] : [rollupValue('exit_page', exit)]),
  ];
}
