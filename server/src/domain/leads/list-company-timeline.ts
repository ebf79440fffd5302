import { type Activity, listActivities } from '../activities/activities.ts';
import type { Context } from '../context.ts';
import { getLeadId } from './get-lead-id.ts';
import { listLeadVisits, type TimelineVisit, type VisitEvidence } from './list-lead-visits.ts';
import { listNotes, type Note } from './notes.ts';

export const timelineItemKinds = ['visit', 'note', 'change'] as const;
type TimelineItemKind = (typeof timelineItemKinds)[number];

type TimelineItem = { at: Date } & (
  | { kind: 'visit'; visit: TimelineVisit }
  | { kind: 'note'; note: Note }
  | { kind: 'change'; change: Activity }
);

const pageSize = 20;

/**
 * Lists the visits of a company, and its notes and activities, newest first. `before` is the cursor from the previous page. With `evidence`,
 * only the visits that are the evidence of a reason to call are listed.
 */
export async function listCompanyTimeline(
  ctx: Context,
  accountId: string,
  requestedId: string,
  { before, kinds, evidence = null }: { before: Date | null; kinds: readonly TimelineItemKind[]; evidence?: VisitEvidence | null },
): Promise<{ items: TimelineItem[]; next: string | null }> {
  const companyId = await getLeadId(ctx, accountId, requestedId);
  const page = { before, limit: pageSize };
  const isWanted = (kind: TimelineItemKind) => (evidence ? kind === 'visit' : kinds.includes(kind));
  const [visits, notes, changes] = await Promise.all([
    isWanted('visit') ? listLeadVisits(ctx, accountId, companyId, { ...page, evidence }) : [],
    isWanted('note') ? listNotes(ctx, accountId, companyId, page) : [],
    isWanted('change') ? listActivities(ctx, accountId, companyId, page) : [],
  ]);
  const all: TimelineItem[] = [
    ...visits.map((visit) => ({ kind: 'visit' as const, at: visit.startedAt, visit })),
    ...notes.map((note) => ({ kind: 'note' as const, at: note.createdAt, note })),
    ...changes.map((change) => ({ kind: 'change' as const, at: change.happenedAt, change })),
  ].sort((one, other) => other.at.getTime() - one.at.getTime());
  const last = all[pageSize - 1];
  // Items with the same time stay on one page, because the cursor is a time.
  const items = last === undefined ? all : all.filter(({ at }) => at >= last.at);
  return { items, next: last === undefined ? null : last.at.toISOString() };
}
