import { type Static, type TSchema, Type } from 'typebox';
import { builtInFeedIds } from '../../domain/feeds/feed.ts';
import { Problem } from '../../domain/problem.ts';
import { keysOf } from '../../lib/entries-of.ts';
import { feedIdPattern } from './custom-feed.ts';
import { Day } from './resource.ts';

export const FeedReference = Type.String({
  pattern: `^(${feedIdPattern}|${builtInFeedIds.join('|')})$`,
  description: 'Only the leads of one feed: its id, its number in the earlier API, or the name of a built-in feed.',
  examples: ['all_leads'],
});

const parameterSchemas = { start_date: Day, end_date: Day, custom_feed_id: FeedReference };
type Name = keyof typeof parameterSchemas;
type FeedQuery = Partial<Record<Name, string>>;

const filterParameters = Object.entries(parameterSchemas).map(([name, schema]): [string, TSchema] => [
  `filter[${name}]`,
  Type.Optional(schema),
]);

/** The dates and the feed, each as a plain parameter or as a filter, such as `filter[start_date]`. */
export const feedQuery = {
  start_date: Type.Optional(Day),
  end_date: Type.Optional(Day),
  custom_feed_id: Type.Optional(FeedReference),
  ...(Object.fromEntries(filterParameters) as Record<`filter[${Name}]`, ReturnType<typeof Type.Optional<typeof Day>>>),
};

const FeedQuerySchema = Type.Object(feedQuery);

/** Reads each value from the body, a plain parameter or a filter. Conflicting values are rejected. */
export function readFeedQuery(query: Static<typeof FeedQuerySchema>, body: FeedQuery = {}): FeedQuery {
  const values: FeedQuery = {};
  for (const name of keysOf(parameterSchemas)) {
    const distinct = new Set([body[name], query[name], query[`filter[${name}]`]].filter((value) => value !== undefined));
    if (distinct.size > 1) throw new Problem('invalid_input', { title: `${name} is given twice with different values.`, parameter: name });
    const [value] = distinct;
    if (value !== undefined) values[name] = value;
  }
  return values;
}
