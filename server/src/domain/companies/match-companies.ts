import { sql } from 'kysely';
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
const sameNames = 50;

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
  const scored = keys.map((wanted, input) =>
    (candidates.get(input) ?? [])
      .map((row) => ({ id: row.id, ...matchScore(wanted, { ...row, phones: phonesOf(row) }) }))
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

/** Everything that agrees with an input in one of its keys, and companies of a similar name. */
async function findCandidates(ctx: Context, accountId: string, keys: MatchKeys[]): Promise<Map<number, Row[]>> {
  const found = await findByKeys(ctx, accountId, keys);
  const named = keys.flatMap(({ name }, input) => (name === null ? [] : [{ input, name: stripLegalForms(name) }]));
  const isNamed = new Set(found.flatMap(({ input, byName }) => (byName ? input : [])));
  const similar = await findSimilarNames(ctx, accountId, named, isNamed);
  const rows = await loadCandidates(ctx, accountId, keys, [...found, ...similar]);
  return Map.groupBy(rows, ({ input }) => input);
}

/** In one statement for all inputs. */
async function findByKeys(ctx: Context, accountId: string, keys: MatchKeys[]): Promise<{ input: number; id: string; byName: boolean }[]> {
  const given = JSON.stringify(
    keys.map((wanted, input) => ({
      input,
      name_keys: wanted.name === null ? [] : nameKeys(wanted.name),
      domains: [wanted.domain, wanted.emailDomain].filter((domain) => domain !== null),
      vat_id: wanted.vatId,
      register_id: wanted.registerId,
      phone: wanted.phone,
    })),
  );
  const { rows } = await sql<{ input: number; id: string; byName: boolean }>`
    with given as materialized (
      select * from jsonb_to_recordset(${given}::jsonb)
        as g (input int, name_keys text[], domains text[], vat_id text, register_id text, phone text)
    )
    select g.input, coalesce(c.merged_into, c.id) as id, false as "byName" from given g
      join company_domains d on d.domain = any(g.domains) join companies c on c.id = d.company_id
    union select g.input, c.id, false from given g join companies c on c.domain = any(g.domains) and c.owner_account_id = ${accountId}::bigint
    union select g.input, c.id, false from given g join companies c on c.vat_id is not null and bare_code(c.vat_id) = g.vat_id
    union select g.input, c.id, false from given g join companies c on c.register is not null and bare_code(c.register ->> 'id') = g.register_id
    union select g.input, c.id, false from given g
      join companies c on g.phone is not null and c.phone_numbers <> '{}' and bare_numbers(c.phone_numbers) && array[g.phone]
    union select g.input, named.company_id, true from given g cross join lateral unnest(g.name_keys) as wanted (key)
      cross join lateral (select k.company_id from company_name_keys k where k.name_key = wanted.key order by k.company_id limit ${sameNames}) as named`.execute(
    ctx.db,
  );
  return rows;
}

async function loadCandidates(
  ctx: Context,
  accountId: string,
  keys: MatchKeys[],
  found: readonly { input: number; id: string }[],
): Promise<Row[]> {
  if (found.length === 0) return [];
  const pairs = [...new Map(found.map(({ input, id }) => [`${input}:${id}`, { input, id }])).values()];
  const names = pairs.map(({ input }) => keys[input]!.name).map((name) => (name === null ? null : stripLegalForms(name)));
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
