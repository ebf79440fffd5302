import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { stripLegalForms } from '../identification/organization-name.ts';
import { type CompanySummary, loadSummaries } from './load-summaries.ts';
import { type MatchInput, matchKeys, phoneDigits } from './match-keys.ts';
import { type MatchCandidate, type MatchField, type MatchKeys, matchScore } from './match-score.ts';
import { visibleCompany } from './visible-company.ts';

type CompanyMatch = { summary: CompanySummary; score: number; matchedOn: MatchField[] };

/** Minimum score of a returned match. */
const minScore = 0.25;
/** Maximum number of companies with an equal name, and of those with a similar one, to compare. */
const maxSimilarNames = 20;

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

/** Finds all companies that share a key with an input, in one query for all inputs. */
async function findCandidates(ctx: Context, accountId: string, keys: MatchKeys[]): Promise<Map<number, Row[]>> {
  const given = JSON.stringify(
    keys.map((wanted, input) => ({
      input,
      name: wanted.name === null ? null : stripLegalForms(wanted.name),
      spellings: wanted.name === null ? [] : [wanted.name, stripLegalForms(wanted.name)],
      domains: [wanted.domain, wanted.emailDomain].filter((domain) => domain !== null),
      vat_id: wanted.vatId,
      register_id: wanted.registerId,
      phone: wanted.phone,
    })),
  );
  const { rows } = await sql<Row>`
    with given as materialized (
      select * from jsonb_to_recordset(${given}::jsonb) as g (input int, name text, spellings text[], domains text[], vat_id text, register_id text, phone text)
    ), found as (
      select g.input, coalesce(c.merged_into, c.id) as id from given g
        join company_domains d on d.domain = any(g.domains) join companies c on c.id = d.company_id
      union select g.input, c.id from given g join companies c on c.domain = any(g.domains) and c.owner_account_id = ${accountId}::bigint
      union select g.input, c.id from given g join companies c on c.vat_id is not null and bare_code(c.vat_id) = g.vat_id
      union select g.input, c.id from given g join companies c on c.register is not null and bare_code(c.register ->> 'id') = g.register_id
      union select g.input, c.id from given g
        join companies c on g.phone is not null and bare_numbers(c.phone_numbers) && array[g.phone]
      union select g.input, equal.id from given g cross join lateral (
        select c.id from companies c
        where bare_names(c.name, c.alternative_names) && bare_names(g.name, g.spellings) and c.merged_into is null and ${visibleCompany(accountId)}
        order by c.id limit ${maxSimilarNames}) as equal
      union select g.input, near.id from given g cross join lateral (
        with alike as materialized (
          select c.id from companies c
          where g.name is not null and c.merged_into is null and ${visibleCompany(accountId)} and c.name % g.name
          order by similarity(c.name, g.name) desc, c.id limit ${maxSimilarNames})
        select id from alike
        -- Skipped for names made of common words: comparing the alternative names of all similar companies would take seconds.
        union (select c.id from companies c
          where (select count(*) from alike) < ${maxSimilarNames}
            and g.name is not null and c.merged_into is null and ${visibleCompany(accountId)}
            and g.name <% company_names(c.name, c.domain, c.alternative_names)
          order by word_similarity(g.name, company_names(c.name, c.domain, c.alternative_names)) desc, c.id limit ${maxSimilarNames})) as near
    )
    select f.input, c.id, c.name || c.alternative_names as names, c.country_code as "countryCode", c.city, c.postal_code as "postalCode",
      c.street_address as street, c.phone_numbers as "phoneNumbers", bare_code(c.vat_id) as "vatId", bare_code(c.register ->> 'id') as "registerId",
      c.register ->> 'location' as "registerLocation",
      coalesce((select max(similarity(known, g.name)) from unnest(c.name || c.alternative_names) as known), 0) as "nameSimilarity",
      array(select d.domain from company_domains d where d.company_id = c.id) || coalesce(array[c.domain], '{}') as domains
    from found f join given g on g.input = f.input join companies c on c.id = f.id
    where c.merged_into is null and ${visibleCompany(accountId)}`.execute(ctx.db);
  return Map.groupBy(rows, ({ input }) => input);
}
