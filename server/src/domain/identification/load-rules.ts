import type { Database } from '../../db/connect.ts';
import { parseIpRange } from '../../lib/ip-range.ts';
import { directoryReference } from './directory-reference.ts';
import type { OperatorRule, RuleEffect, RuleMatch } from './operator-rule.ts';

/** The account's rules as identification wants them, read anew for every batch so that a change holds at once. */
export async function loadIdentificationRules(db: Database, accountId: string): Promise<OperatorRule[]> {
  const rows = await db
    .selectFrom('identification_rules as rule')
    .leftJoin('companies as named', 'named.id', 'rule.company_id')
    .leftJoin('companies as current', 'current.id', 'named.merged_into')
    .select(['rule.id', 'rule.block', 'rule.domain', 'rule.effect'])
    .select((row) => [
      row.fn.coalesce('current.id', 'named.id').as('company_id'),
      row.fn.coalesce('current.name', 'named.name').as('name'),
      row
        .case()
        .when('current.id', 'is not', null)
        .then(row.ref('current.domain'))
        .else(row.ref('named.domain'))
        .end()
        .as('company_domain'),
      row
        .case()
        .when('current.id', 'is not', null)
        .then(row.ref('current.network_name'))
        .else(row.ref('named.network_name'))
        .end()
        .as('network_name'),
      row.fn.coalesce('current.country_code', 'named.country_code').as('country_code'),
    ])
    .where('rule.account_id', '=', accountId)
    .orderBy('rule.id')
    .execute();
  return rows.map((row) => ({ id: row.id, match: matchOf(row), effect: effectOf(row) }));
}

function matchOf({ block, domain }: { block: string | null; domain: string | null }): RuleMatch {
  if (domain !== null) return { kind: 'domain', domain };
  const range = parseIpRange(block ?? '');
  if (range === null) throw new Error(`The block ${block} of a rule is not one.`);
  return { kind: 'range', range };
}

type EffectRow = {
  effect: string;
  company_id: string | null;
  name: string | null;
  company_domain: string | null;
  network_name: string | null;
  country_code: string | null;
};

function effectOf({ effect, company_id, name, company_domain, network_name, country_code }: EffectRow): RuleEffect {
  if (effect !== 'company' || company_id === null || name === null) return { kind: effect === 'ignore' ? 'ignore' : 'not_a_company' };
  return { kind: 'company', company: directoryReference({ id: company_id, name, domain: company_domain, network_name, country_code }) };
}
