import { sql } from 'kysely';
import { plainArray, textArray } from '../../lib/array-literal.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { findNamesakes } from '../companies/find-namesakes.ts';
import { belowSureScore, type JoinCandidate, sureScore } from '../companies/join-score.ts';
import { codeOf } from '../companies/match-keys.ts';
import { maxCandidates } from '../companies/resolve-companies.ts';
import type { Context } from '../context.ts';
import type { CompanyRow } from './company-row.ts';

/** A company with a domain. `registers` are those that list it, such as `lei`. */
type Listed = { countryCode: string | null; registers: string[]; registerId: string | null; vatId: string | null };

type NamedRow = CompanyRow & { name: string; externalId: string };

/**
 * Finds the companies with a domain that new rows of a register without domains describe, such as GLEIF: those with the same name in the same
 * country. A register lists a company once, so neither several of its rows nor a further one are certain, nor is a row with another register
 * or tax number. Companies that a row may describe become its `duplicates`.
 */
export async function matchByName(ctx: Pick<Context, 'db'>, rows: readonly CompanyRow[]): Promise<Map<CompanyRow, string>> {
  const fromRegister = rows.filter(isFromRegister);
  for (const row of fromRegister) row.duplicates = [];
  const named = await withKnownNames(ctx, fromRegister);
  if (named.length === 0) return new Map();
  const namesakes = await findNamesakes(ctx, named.map(referenceOf));
  const listed = await findListed(
    ctx,
    [...namesakes.values()].flatMap((candidates) => candidates.map(({ id }) => id)),
  );
  const sure = new Map<CompanyRow, string>();
  for (const row of named) {
    row.duplicates = (namesakes.get(row.externalId) ?? [])
      .filter(({ id, matchedOn }) => !matchedOn.includes('branch') && isPossible(row, listed.get(id)))
      .slice(0, maxCandidates);
    const [best] = row.duplicates;
    if (best !== undefined && isSure(best) && !isOtherEntity(row, getOrThrow(listed, best.id))) sure.set(row, best.id);
  }
  const uses = Map.groupBy(sure, ([, id]) => id);
  for (const [row, id] of sure) if (uses.get(id)?.length !== 1) sure.delete(row);
  for (const row of named) row.duplicates = sure.has(row) ? [] : row.duplicates?.map(belowSureScore);
  return sure;
}

function isFromRegister(row: CompanyRow): row is NamedRow {
  return row.source === 'register' && row.id === undefined && row.name !== undefined && row.externalId !== undefined;
}

/** Returns the rows whose name a company with a domain has. Most rows of a register have an unknown name. */
async function withKnownNames(ctx: Pick<Context, 'db'>, rows: readonly NamedRow[]): Promise<NamedRow[]> {
  const keys = new Set(rows.flatMap(({ nameKeys }) => nameKeys.map(({ key }) => key)));
  if (keys.size === 0) return [];
  const { rows: known } = await sql<{ key: string }>`
    select wanted.key from unnest(${textArray([...keys])}::text[]) as wanted (key)
    where exists (select 1 from company_name_keys k join companies c on c.id = k.company_id
      where k.name_key = wanted.key and c.domain is not null and c.merged_into is null and c.owner_account_id is null offset 0)`.execute(
    ctx.db,
  );
  const knownKeys = new Set(known.map(({ key }) => key));
  return rows.filter(({ nameKeys }) => nameKeys.some(({ key, isMain }) => isMain && knownKeys.has(key)));
}

function referenceOf({ name, externalId, columns }: NamedRow) {
  const { kind, country_code }: { kind?: string; country_code?: string } = columns;
  return { key: externalId, name, countryCode: country_code ?? null, kind };
}

/** Returns those of the companies that have a domain. */
async function findListed(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<Map<string, Listed>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Listed & { id: string }>`
    select c.id::text, c.country_code as "countryCode", bare_code(c.register ->> 'id') as "registerId", bare_code(c.vat_id) as "vatId",
      array(select split_part(e.external_id, ':', 1) from company_external_ids e where e.company_id = c.id) as registers
    from companies c where c.id = any(${plainArray(ids)}::bigint[]) and c.domain is not null`.execute(ctx.db);
  return new Map(rows.map(({ id, ...listed }) => [id, listed]));
}

/** A register lists a legal entity in its own country. */
function isPossible({ columns }: NamedRow, company: Listed | undefined): boolean {
  if (company === undefined) return false;
  const country = columns.country_code;
  return country === undefined || company.countryCode === null || country === company.countryCode;
}

/** Whether the company is known to be another one than the row's: the register lists both, or their numbers differ. */
function isOtherEntity(row: NamedRow, { registers, registerId, vatId }: Listed): boolean {
  const { register, vat_id }: { register?: { id?: string }; vat_id?: string } = row.columns;
  return registers.includes(registerOf(row)) || differs(codeOf(register?.id), registerId) || differs(codeOf(vat_id), vatId);
}

function differs(given: string | null, known: string | null): boolean {
  return given !== null && known !== null && given !== known;
}

function isSure({ score, matchedOn }: JoinCandidate): boolean {
  return score >= sureScore && matchedOn.includes('country');
}

function registerOf({ externalId }: NamedRow): string {
  return externalId.slice(0, externalId.indexOf(':'));
}
