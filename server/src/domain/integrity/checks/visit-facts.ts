import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { getOrThrow } from '../../../lib/get-or-throw.ts';
import type { Hit } from '../../events/event.ts';
import type { ReachedGoal } from '../../goals/match-goals.ts';
import { buildVisit } from '../../visits/build-visit.ts';
import { PageCache } from '../../visits/page-cache.ts';
import { decodeHits, type StoredEvents } from '../../visits/stored-events.ts';
import { type Check, type Difference, maxExamples } from '../check.ts';

type Row = {
  id: string;
  visitor_id: string;
  started_at: Date;
  ended_at: Date;
  page_depth: number;
  visit_length: number;
  landing_page_id: string | null;
  page_ids: string[];
  goals: ReachedGoal[];
  events: string;
};

const batchSize = 1000;

/** Yields all visits of an account with their hits, in batches. */
async function* readVisits(trx: Transaction<DB>, accountId: string): AsyncGenerator<ReadVisit[]> {
  const pageCache = new PageCache();
  let after: Row | undefined;
  do {
    const { rows }: { rows: Row[] } = await sql<Row>`
      select id, visitor_id, started_at, ended_at, page_depth, visit_length, landing_page_id, page_ids, goals, events from visits
      where account_id = ${accountId}
        and ${after === undefined ? sql`true` : sql`(started_at, id) > (${after.started_at}::timestamptz, ${after.id}::uuid)`}
      order by started_at, id limit ${batchSize}`.execute(trx);
    const parsed = rows.map((row): { row: typeof row; events: StoredEvents } => ({ row, events: JSON.parse(row.events) }));
    const pages = await pageCache.find(trx, accountId, new Set(parsed.flatMap(({ events }) => events.hits.flatMap(({ p }) => p ?? []))));
    const pageOf = (id: string) => pages.get(id) ?? { url: '', title: null };
    yield parsed.map(({ row, events }) => ({ row, events, hits: decodeHits(row.visitor_id, events, pageOf) }));
    after = rows.length < batchSize ? undefined : rows.at(-1);
  } while (after !== undefined);
}

type Compared = { stored: string; counted: string };

function check(name: string, description: string, compare: (visit: ReadVisit) => Compared): Check {
  return {
    name,
    description,
    skippedDuring: [],
    isRebuildable: false,
    async run(trx, { id }, onVisits) {
      const examples: Difference[] = [];
      let differences = 0;
      let checked = 0;
      for await (const visits of readVisits(trx, id)) {
        for (const visit of visits) {
          const { stored, counted } = compare(visit);
          if (stored === counted) continue;
          differences++;
          if (examples.length < maxExamples) examples.push({ subject: `visit ${visit.row.id}`, stored, counted });
        }
        checked += visits.length;
        onVisits(checked);
      }
      return { differences, examples };
    },
  };
}

type ReadVisit = { row: Row; hits: Hit[]; events: StoredEvents };

function compareFacts({ row, hits, events }: ReadVisit): Compared {
  const facts = buildVisit(hits, []);
  const viewed = events.hits.flatMap(({ k, p }) => (k === 'page_view' && p !== undefined ? [p] : []));
  const byLastView = viewed.filter((page, index) => viewed.lastIndexOf(page) === index);
  // Without a page view, the landing page is that of another event.
  const landing = viewed[0] ?? row.landing_page_id;
  const text = (startedAtMs: number, endedAtMs: number, depth: number, length: number, first: string | null, pages: string[]) =>
    `${depth} page views in ${length} s from ${startedAtMs} to ${endedAtMs}, landing page ${first}, pages ${pages.join(' ')}`;
  return {
    stored: text(row.started_at.getTime(), row.ended_at.getTime(), row.page_depth, row.visit_length, row.landing_page_id, row.page_ids),
    counted: text(facts.startedAtMs, facts.endedAtMs, facts.pageDepth, facts.visitLengthSeconds, landing, byLastView),
  };
}

/** A goal need not apply to past visits, so only stored goals are compared with the events that they refer to. */
function compareGoals({ row, hits }: ReadVisit): Compared {
  const times = new Map(hits.map(({ event }) => [event.id, event.occurredAtMs]));
  const text = (reached: readonly ReachedGoal[]) =>
    reached.map(({ goalId, reachedAtMs, eventIds }) => `${goalId} at ${reachedAtMs} by ${eventIds.join(' ')}`).join(', ') || 'none';
  const counted = row.goals.map(({ goalId, eventIds }) => {
    const storedIds = eventIds.filter((id) => times.has(id));
    return { goalId, eventIds: storedIds, reachedAtMs: Math.min(...storedIds.map((id) => getOrThrow(times, id))) };
  });
  return { stored: text(row.goals), counted: text(counted) };
}

export const visits = check('visits', 'page views, length and pages of visits against their events', compareFacts);
export const goals = check('goals', 'goals that visits reached, against their events', compareGoals);
