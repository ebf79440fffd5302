import { firstOf } from '../../lib/first-of.ts';
import { lastOf } from '../../lib/last-of.ts';
import type { EventKind, Hit } from '../events/event.ts';
import { pageUrl } from '../events/page-url.ts';

export const goalKinds = ['page', 'form', 'download', 'event', 'outbound'] as const;
export type GoalKind = (typeof goalKinds)[number];

export const goalOperators = ['is', 'contains', 'begins_with', 'ends_with', 'matches'] as const;
export type GoalOperator = (typeof goalOperators)[number];

export type Goal = {
  id: string;
  name: string;
  kind: GoalKind;
  match: { operator: GoalOperator; value: string };
  active: boolean;
};

/** The time when a visit first reached a goal, and the ids of all events of the visit that match the goal. */
export type ReachedGoal = { goalId: string; reachedAtMs: number; eventIds: string[] };

const eventKindByGoalKind: Record<GoalKind, EventKind> = {
  page: 'page_view',
  form: 'form',
  download: 'download',
  event: 'event',
  outbound: 'outbound',
};

/**
 * Returns the goals reached by the hits of a visit, in the order of the goals. Ignores case.
 *
 * A page goal is compared with the path, the path with query and the full URL; a form goal with the name of the form and its page; a
 * download or outbound goal with the full URL, path and hostname of the target; an event goal with the name of the event. URLs
 * are also compared in their decoded form. Any match suffices.
 */
export function matchGoals(goals: readonly Goal[], hits: readonly Hit[]): ReachedGoal[] {
  const active = goals.filter((goal) => goal.active);
  if (active.length === 0) return [];
  const textsByKind = Map.groupBy(
    hits.map((hit) => ({ hit, texts: textsOf(hit) })),
    ({ hit }) => hit.event.kind,
  );
  return active.flatMap((goal) => {
    const test = tester(goal.match.operator, goal.match.value.toLowerCase());
    const matching = textsByKind.get(eventKindByGoalKind[goal.kind])?.filter(({ texts }) => texts.some(test)) ?? [];
    return reachedBy(
      goal.id,
      matching.map(({ hit }) => hit),
    );
  });
}

/** Returns the goals that were reached before and remain reached, because at least one of their events is among the hits. */
export function keepReachedGoals(before: readonly ReachedGoal[], hits: readonly Hit[]): ReachedGoal[] {
  return [...Map.groupBy(before, ({ goalId }) => goalId)].flatMap(([goalId, reached]) => {
    const eventIds = new Set(reached.flatMap((goal) => goal.eventIds));
    return reachedBy(
      goalId,
      hits.filter(({ event }) => eventIds.has(event.id)),
    );
  });
}

function reachedBy(goalId: string, hits: Hit[]): ReachedGoal[] {
  if (hits.length === 0) return [];
  hits.sort((a, b) => a.event.occurredAtMs - b.event.occurredAtMs || (a.event.id < b.event.id ? -1 : 1));
  const eventIds = [...new Set(hits.map(({ event }) => event.id))];
  return [{ goalId, reachedAtMs: firstOf(hits).event.occurredAtMs, eventIds }];
}

/** Whether viewing a page reaches a goal. */
export function isGoalPage({ kind, match }: Pick<Goal, 'kind' | 'match'>, url: string): boolean {
  return kind === 'page' && lowerCase(urlTexts(url)).some(tester(match.operator, match.value.toLowerCase()));
}

function textsOf({ event }: Hit): string[] {
  switch (event.kind) {
    case 'page_view':
      return lowerCase(urlTexts(event.url));
    case 'form':
      return lowerCase([event.name, ...urlTexts(event.url)]);
    case 'download':
    case 'outbound':
      return lowerCase([...urlTexts(event.targetUrl), pageUrl(event.targetUrl)?.hostname ?? null]);
    case 'event':
      return lowerCase([event.name]);
    default:
      return [];
  }
}

function urlTexts(url: string | null): (string | null)[] {
  const parsed = pageUrl(url);
  const texts = [url, parsed?.path ?? null, parsed?.pathWithQuery ?? null];
  return [...texts, ...texts.flatMap((text) => (text?.includes('%') ? decoded(text) : []))];
}

/** The form in which browsers show a URL, such as `/über-uns` for `/%C3%BCber-uns`. */
function decoded(url: string): string[] {
  try {
    return [decodeURI(url)];
  } catch {
    return [];
  }
}

function lowerCase(texts: (string | null)[]): string[] {
  return texts.filter((text) => text !== null).map((text) => text.toLowerCase());
}

function tester(operator: GoalOperator, value: string): (text: string) => boolean {
  switch (operator) {
    case 'is':
      return (text) => withoutLastSlash(text) === withoutLastSlash(value);
    case 'contains':
      return (text) => text.includes(value);
    case 'begins_with':
      return (text) => text.startsWith(value);
    case 'ends_with':
      return (text) => text.endsWith(value);
    case 'matches':
      return wildcardTester(value);
  }
}

/** `/thanks` and `/thanks/` count as the same page. */
function withoutLastSlash(text: string): string {
  return text.length > 1 && text.endsWith('/') ? text.slice(0, -1) : text;
}

/**
 * Builds a matcher for patterns in which `*` stands for any text. Each part between stars is matched at its first occurrence, without
 * backtracking, so that no pattern makes matching slow.
 */
function wildcardTester(pattern: string): (text: string) => boolean {
  const pieces = pattern.split('*');
  const first = firstOf(pieces);
  const last = lastOf(pieces);
  if (pieces.length === 1) return (text) => text === first;
  const inner = pieces.slice(1, -1).filter((piece) => piece !== '');
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    const endOfInner = text.length - last.length;
    let position = first.length;
    for (const piece of inner) {
      const found = text.indexOf(piece, position);
      if (found === -1 || found + piece.length > endOfInner) return false;
      position = found + piece.length;
    }
    return true;
  };
}
