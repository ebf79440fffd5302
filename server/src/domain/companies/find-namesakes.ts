import { sql } from 'kysely';
import { prepared } from '../../lib/prepared.ts';
import type { Context } from '../context.ts';
import { haveDifferentLegalForms } from '../identification/different-legal-forms.ts';
import { branchKeys, nameKeys } from '../identification/name-keys.ts';
import { belowSureScore, isSureByNameAlone, type JoinCandidate, type Namesake, scoreNamesakes } from './join-score.ts';

type NamedReference = { key: string; name: string; countryCode: string | null; kind?: string };

/** Maximum number of companies that are compared per name. A name that more companies share is never certain to mean one of them. */
const maxNamesakes = 100;

type Row = Omit<Namesake, 'hasOtherLegalForm'> & { key: string; isBeyondLimit: boolean; names: string[] };

/**
 * Finds the companies of the directory that each name may refer to, scored, most likely first. Excludes records known only from the
 * name of a network.
 */
export async function findNamesakes(
  ctx: Pick<Context, 'db'>,
  references: readonly NamedReference[],
): Promise<Map<string, JoinCandidate[]>> {
  const wantedKeys = references.flatMap(({ key, name, countryCode }) => [
    ...nameKeys(name).map((nameKey) => ({ key, nameKey, countryCode, isBranch: false })),
    ...branchKeys(name).map((nameKey) => ({ key, nameKey, countryCode, isBranch: true })),
  ]);
  if (wantedKeys.length === 0) return new Map();
  // With `offset 0`, the planner looks up each company; without it, the planner may read the whole directory.
  const { rows } = await prepared(
    'find_namesakes',
    sql<Row>`
    select wanted.key, c.id, c.kind, c.country_code as "countryCode", c.domain, coalesce(c.group_company_id, c.id) as "groupId",
      case when wanted.is_branch then 'branch' when namesake.is_main then 'name' else 'alternative_name' end as by,
      wanted.country_code is not null and (
        exists (select 1 from company_locations l where l.company_id = c.id and l.country_code = wanted.country_code offset 0)
        or exists (select 1 from companies member where member.group_company_id = coalesce(c.group_company_id, c.id)
          and member.country_code = wanted.country_code offset 0)
        or exists (select 1 from companies parent where parent.id = c.group_company_id and parent.country_code = wanted.country_code offset 0))
        as "isInCountry",
      namesake.place > ${maxNamesakes} as "isBeyondLimit",
      coalesce(c.fact_origins -> 'name' ->> 'origin', c.origin) = 'import' as "isImported",
      array_remove(c.name || c.alternative_names || (c.name || ' ' || c.legal_form), null) as names
    from unnest(${wantedKeys.map(({ key }) => key)}::text[], ${wantedKeys.map(({ nameKey }) => nameKey)}::text[],
      ${wantedKeys.map(({ countryCode }) => countryCode)}::text[], ${wantedKeys.map(({ isBranch }) => isBranch)}::boolean[])
      as wanted (key, name_key, country_code, is_branch)
    cross join lateral (
      select k.company_id, k.is_main, row_number() over (order by k.company_id) as place
      from company_name_keys k join companies c on c.id = k.company_id
      where k.name_key = wanted.name_key
        and c.merged_into is null and c.owner_account_id is null and (c.domain is not null or c.network_name is null)
      order by k.company_id limit ${maxNamesakes + 1}
    ) as namesake
    join companies c on c.id = namesake.company_id`,
  ).execute(ctx.db);
  const byKey = Map.groupBy(rows, ({ key }) => key);
  const scored = references.map((reference) => {
    const { name, countryCode, kind = 'business' } = reference;
    const found = byKey.get(reference.key) ?? [];
    const namesakes = bestMatches(found).map((row) => ({ ...row, hasOtherLegalForm: haveDifferentLegalForms(name, row.names) }));
    const candidates = scoreNamesakes({ nameKey: nameKeys(name)[0] ?? '', countryCode, kind }, namesakes);
    return { reference, candidates: found.some(({ isBeyondLimit }) => isBeyondLimit) ? candidates.map(belowSureScore) : candidates };
  });
  const abroad = await findKnownAbroad(ctx, scored);
  return new Map(scored.map(({ reference: { key }, candidates }) => [key, abroad.has(key) ? candidates.map(belowSureScore) : candidates]));
}

type Scored = { reference: NamedReference; candidates: JoinCandidate[] };

/** Returns the keys of the names that are certain by name alone, but may mean a company in another country: see `is_known_abroad`. */
async function findKnownAbroad({ db }: Pick<Context, 'db'>, scored: readonly Scored[]): Promise<Set<string>> {
  const doubtful = scored.flatMap(({ reference: { key, name, countryCode }, candidates: [best] }) =>
    best !== undefined && isSureByNameAlone(best) ? [{ key, id: best.id, names: nameKeys(name), country: countryCode }] : [],
  );
  if (doubtful.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select wanted.key from json_to_recordset(${JSON.stringify(doubtful)}::json) as wanted (key text, id bigint, names text[], country text)
    where is_known_abroad(wanted.id, wanted.names, wanted.country)`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

const strength = { name: 2, alternative_name: 1, branch: 0 };

/** Returns each company once, with its best match. */
function bestMatches(rows: Row[]): Row[] {
  const byId = new Map<string, Row>();
  for (const row of rows) {
    const other = byId.get(row.id);
    if (other === undefined || strength[row.by] > strength[other.by]) byId.set(row.id, row);
  }
  return [...byId.values()];
}
