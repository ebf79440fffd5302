import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { parseIpRange } from '../../lib/ip-range.ts';
import { prepared } from '../../lib/prepared.ts';
import type { Correction, CorrectionEffect, CorrectionMatch } from './correction.ts';
import { type DirectoryRow, directoryReference } from './directory-reference.ts';

/** Loads the account's corrections, oldest first. Read for every batch, so changes apply immediately. */
export async function loadCorrections(db: Database, accountId: string): Promise<Correction[]> {
  const { rows } = await prepared(
    'load_corrections',
    sql<CorrectionRow>`
    select correction.id as correction_id, text(correction.block) as block, correction.domain as correction_domain, correction.effect,
      array(select other.domain from company_domains d join company_domains other on other.company_id = d.company_id
        where d.domain = correction.domain) as other_domains,
      c.id, c.name, c.domain, c.network_name, c.country_code, array(select d.domain from company_domains d where d.company_id = c.id) as domains
    from corrections correction
    left join companies named on named.id = correction.company_id
    left join companies c on c.id = coalesce(named.merged_into, named.id)
    where correction.account_id = ${accountId} order by correction.id`,
  ).execute(db);
  return rows.map((row) => ({ id: row.correction_id, match: matchOf(row), effect: effectOf(row) }));
}

type CorrectionRow = { [Column in keyof DirectoryRow]: DirectoryRow[Column] | null } & {
  correction_id: string;
  block: string | null;
  correction_domain: string | null;
  /** The domains of the company with the domain of the correction, if the directory knows it. */
  other_domains: string[];
  effect: string;
};

function matchOf({ block, correction_domain, other_domains }: CorrectionRow): CorrectionMatch {
  if (correction_domain !== null) return { kind: 'domain', domains: [correction_domain, ...other_domains] };
  const range = parseIpRange(block ?? '');
  if (range === null) throw new Error(`The block ${block} of a correction is not valid.`);
  return { kind: 'range', range };
}

function effectOf({ effect, ...company }: CorrectionRow): CorrectionEffect {
  if (effect !== 'company' || company.id === null) return { kind: effect === 'ignore' ? 'ignore' : 'not_a_company' };
  return { kind: 'company', company: directoryReference(company as DirectoryRow) };
}
