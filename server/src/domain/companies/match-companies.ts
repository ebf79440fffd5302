import { type RawBuilder, sql } from 'kysely';
import { itemAt } from '../../lib/item-at.ts';
import type { Context } from '../context.ts';
import { nameKeys } from '../identification/name-keys.ts';
import { stripLegalForms } from '../identification/organization-name.ts';
import { findSimilarNames } from './find-similar-names.ts';
import { type CompanySummary, loadSummaries } from './load-summaries.ts';
import { type MatchInput, matchKeys, phoneDigits } from './match-keys.ts';
import { type MatchCandidate, type MatchField, type MatchKeys, matchScore } from './match-score.ts';
import { visibleCompany } from './visible-company.ts';

type CompanyMatch = { summary: CompanySummary; score: number; matchedOn: MatchField[] };

/** Minimum score of a returned match. */
const minScore = 0.25;
/** Maximum number of companies with the same name that are compared. */
const maxSameNames = 50;

type Row = Omit<MatchCandidate, 'phones'> & { input: number; id: string; phoneNumbers: string[] };

/** Returns candidates for each input, in the order of the inputs, best match first. */
export async function matchCompanies(
  ctx: Context,
  accountId: string,
  inputs: readonly MatchInput[],
  maxPerInput: number,
): Promise<CompanyMatch[][]> {
  const keys = inputs.map(matchKeys);
  const candidates = await findCandidates(ctx, accountId, keys);
  const scored = keys.map((inputKeys, input) =>
    (candidates.get(input) ?? [])
      .map((row) => ({ id: row.id, ...matchScore(inputKeys, { ...row, phones: phonesOf(row) }) }))
      .filter(({ score }) => score >= minScore)
      .sort((one, other) => other.score - one.score || Number(one.id) - Number(other.id))
      .slice(0, maxPerInput),
  );
  const summaries = await loadSummaries(ctx, accountId, [...new Set(scored.flat().map(({ id }) => id))]);
  return scored.map((matches) =>
    matches.flatMap(({ id, score, matchedOn }) => {
      const summary = summaries.get(id);
      return summary === undefined ? [] : { summary, score, matchedOn };
    }),
  );
}

function phonesOf({ phoneNumbers, countryCode }: Row): string[] {
  return phoneNumbers.flatMap((number) => phoneDigits(number, countryCode) ?? []);
}

/** Finds companies that match an input by at least one key, or have a similar name. */
async function findCandidates(ctx: Context, accountId: string, keys: MatchKeys[]): Promise<Map<number, Row[]>> {
  const found = await findByKeys(ctx, accountId, keys);
  const named = keys.flatMap(({ name }, input) => (name === null ? [] : [{ input, name: stripLegalForms(name) }]));
  const namedInputs = new Set(found.flatMap(({ input, isByName }) => (isByName ? input : [])));
  const similar = await findSimilarNames(ctx, accountId, named, namedInputs);
  const rows = await loadCandidates(ctx, accountId, keys, [...found, ...similar]);
  return Map.groupBy(rows, ({ input }) => input);
}

type Found = { input: number; id: string; isByName: boolean };

/**
 * Runs one statement per kind of key, with the values as a list: if the statement joined the inputs, the planner would not use the indexes
 * on register and tax numbers.
 */
async function findByKeys(ctx: Context, accountId: string, keys: MatchKeys[]): Promise<Found[]> {
  const isOwn = sql`c.owner_account_id = ${accountId}::bigint`;
  const found = [
    await findBy(
      ctx,
      keys.map(({ domain, emailDomain }) => [domain, emailDomain]),
      (domains) => sql`
        select d.domain as key, coalesce(c.merged_into, c.id) as id from company_domains d join companies c on c.id = d.company_id
        where d.domain = any(${domains}::text[])
        union all select c.domain, c.id from companies c where c.domain = any(${domains}::text[]) and ${isOwn}`,
    ),
    await findBy(
      ctx,
      keys.map(({ vatId }) => [vatId]),
      (codes) =>
        sql`select bare_code(c.vat_id) as key, coalesce(c.merged_into, c.id) as id from companies c where c.vat_id is not null and bare_code(c.vat_id) = any(${codes}::text[])`,
    ),
    await findBy(
      ctx,
      keys.map(({ registerId }) => [registerId]),
      (codes) => sql`
        select bare_code(c.register ->> 'id') as key, coalesce(c.merged_into, c.id) as id from companies c
        where c.register is not null and bare_code(c.register ->> 'id') = any(${codes}::text[])`,
    ),
    await findBy(
      ctx,
      keys.map(({ phone }) => [phone]),
      (phones) => sql`
        select number as key, coalesce(c.merged_into, c.id) as id from companies c cross join lateral unnest(bare_numbers(c.phone_numbers)) as number
        where c.phone_numbers <> '{}' and bare_numbers(c.phone_numbers) && ${phones}::text[] and number = any(${phones}::text[])`,
    ),
  ].flat();
  const named = await findBy(
    ctx,
    keys.map(({ name }) => (name === null ? [] : nameKeys(name))),
    (names) => sql`
      select wanted.key, named.company_id as id from unnest(${names}::text[]) as wanted (key) cross join lateral (
        select k.company_id from company_name_keys k where k.name_key = wanted.key order by k.company_id limit ${maxSameNames}) as named`,
  );
  return [...found.map((row) => ({ ...row, isByName: false })), ...named.map((row) => ({ ...row, isByName: true }))];
}

/** Runs the statement for all keys that are given, and assigns the companies to the inputs. */
async function findBy(
  ctx: Context,
  keys: readonly (readonly (string | null)[])[],
  statement: (keys: string[]) => RawBuilder<unknown>,
): Promise<{ input: number; id: string }[]> {
  const inputs = keys.flatMap((given, input) => given.flatMap((key) => (key === null ? [] : { key, input })));
  if (inputs.length === 0) return [];
  const byKey = Map.groupBy(inputs, ({ key }) => key);
  const { rows } = await sql<{ key: string; id: string }>`${statement([...byKey.keys()])}`.execute(ctx.db);
  return rows.flatMap(({ key, id }) => (byKey.get(key) ?? []).map(({ input }) => ({ input, id })));
}

async function loadCandidates(
  ctx: Context,
  accountId: string,
  keys: MatchKeys[],
  found: readonly { input: number; id: string }[],
): Promise<Row[]> {
  if (found.length === 0) return [];
  const pairs = [...new Map(found.map(({ input, id }) => [`${input}:${id}`, { input, id }])).values()];
  const names = pairs.map(({ input }) => itemAt(keys, input).name).map((name) => (name === null ? null : stripLegalForms(name)));
  const { rows } = await sql<Row>`
    select f.input, c.id, c.name || c.alternative_names as names, c.country_code as "countryCode", c.city, c.postal_code as "postalCode",
      c.street_address as street, c.phone_numbers as "phoneNumbers", bare_code(c.vat_id) as "vatId", bare_code(c.register ->> 'id') as "registerId",
      c.register ->> 'location' as "registerLocation",
      coalesce((select max(similarity(known, f.name)) from unnest(c.name || c.alternative_names) as known), 0) as "nameSimilarity",
      array(select d.domain from company_domains d where d.company_id = c.id) || coalesce(array[c.domain], '{}') as domains
    from unnest(${pairs.map(({ input }) => input)}::int[], ${pairs.map(({ id }) => id)}::bigint[], ${names}::text[]) as f (input, id, name)
    join companies c on c.id = f.id
    where c.merged_into is null and ${visibleCompany(accountId)}`.execute(ctx.db);
  return rows;
}
