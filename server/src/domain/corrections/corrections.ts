import { parse } from 'tldts';
import { formatIpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { addressBits, cidrWithin, compareIpAddresses, parseIpRange } from '../../lib/ip-range.ts';
import { getAccount } from '../accounts/get-account.ts';
import { noteAudit } from '../audit/note-audit.ts';
import { companyNamed } from '../companies/company-named.ts';
import type { Context } from '../context.ts';
import { addressKey } from '../identification/address-key.ts';
import { addressSecret } from '../identification/address-secret.ts';
import { Problem } from '../problem.ts';
import type { ReattributionScope } from '../reattribution/reattribution-scope.ts';
import { startReattribution } from '../reattribution/start-reattribution.ts';
import { checkRecordId } from '../record-id.ts';

export type RuleEffectName = 'company' | 'not_a_company' | 'ignore';

export type NewRule = {
  /** An address, a block, or a domain. */
  target: string;
  effect: RuleEffectName;
  /** The id or the domain of the company, and a name for one that the directory does not know yet. */
  company?: string;
  companyName?: string;
};

export type Rule = {
  id: string;
  target: string;
  effect: RuleEffectName;
  companyId: string | null;
  companyName: string | null;
  createdAt: Date;
};

type Target = { block: string | null; domain: string | null };

/** Makes a rule, or replaces the one for the same target. It holds from the next event on; past visits follow in the background. */
export async function addRule(ctx: Context, accountId: string, rule: NewRule): Promise<{ id: string; reattributionId: string }> {
  const { id: account } = await getAccount(ctx, accountId);
  const { block, domain } = targetOf(rule.target);
  const companyId = rule.effect === 'company' ? await companyIdOf(ctx, account, rule) : null;
  const scope = await scopeOf(ctx, account, { block, domain });
  return ctx.db.transaction().execute(async (trx) => {
    const id = ctx.ids.ordered();
    const made = await trx
      .insertInto('identification_rules')
      .values({ account_id: account, id, block, domain, effect: rule.effect, company_id: companyId, created_at: ctx.clock.now() })
      .onConflict((conflict) =>
        conflict
          .constraint(domain === null ? 'identification_rules_block' : 'identification_rules_domain')
          .doUpdateSet((row) => ({ effect: row.ref('excluded.effect'), company_id: row.ref('excluded.company_id') })),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const reattributionId = await startReattribution(ctx, trx, account, `rule for ${rule.target}`, { ...scope, ruleIds: [made.id] });
    const detail = { target: block ?? domain, effect: rule.effect, company_id: companyId };
    await noteAudit(ctx, trx, { for: { accountId: account }, action: 'rule.created', subject: { kind: 'rule', id: made.id }, detail });
    return { id: made.id, reattributionId };
  });
}

export async function removeRule(ctx: Context, accountId: string, ruleId: string): Promise<{ reattributionId: string }> {
  checkRecordId(accountId, 'account');
  return ctx.db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('identification_rules')
      .where('account_id', '=', accountId)
      .where('id', '=', checkRule(ruleId))
      .returning(['block', 'domain'])
      .executeTakeFirst();
    if (!gone) throw new Problem('not_found', `The account ${accountId} has no rule ${ruleId}.`);
    const detail = { target: gone.block ?? gone.domain };
    await noteAudit(ctx, trx, { for: { accountId }, action: 'rule.removed', subject: { kind: 'rule', id: ruleId }, detail });
    const scope = { ...(await scopeOf(ctx, accountId, gone)), ruleIds: [ruleId] };
    return { reattributionId: await startReattribution(ctx, trx, accountId, 'a rule was removed', scope) };
  });
}

export async function listRules(ctx: Context, accountId: string): Promise<Rule[]> {
  const { id } = await getAccount(ctx, accountId);
  const rows = await ctx.db
    .selectFrom('identification_rules as rule')
    .leftJoin('companies as company', 'company.id', 'rule.company_id')
    .select(['rule.id', 'rule.block', 'rule.domain', 'rule.effect', 'rule.company_id', 'company.name', 'rule.created_at'])
    .where('rule.account_id', '=', id)
    .orderBy('rule.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    target: row.domain ?? row.block ?? '',
    effect: row.effect as RuleEffectName,
    companyId: row.company_id,
    companyName: row.name,
    createdAt: row.created_at,
  }));
}

/** The visits a rule may concern. Those of a single address are found by its key, since few accounts keep addresses whole. */
async function scopeOf(ctx: Context, accountId: string, { block, domain }: Target): Promise<ReattributionScope> {
  if (block === null) return { domain: domain ?? '' };
  const address = parseIpAddress(block.replace(/\/(32|128)$/, ''));
  return address === null ? { block } : { block, addressKeys: [addressKey(await addressSecret(ctx, accountId), address)] };
}

function targetOf(text: string): Target {
  const range = parseIpRange(text);
  if (range !== null) {
    const cidr = cidrWithin(range, range.first);
    const isBlock = compareIpAddresses(parseIpRange(cidr)!.last, range.last) === 0;
    if (!isBlock)
      throw invalidTarget(
        `${text} is not one block: write it as blocks such as ${formatIpAddress(range.first)}/${addressBits(range.first) - 8}.`,
      );
    return { block: cidr, domain: null };
  }
  const { domain, isIcann, hostname } = parse(text.trim().toLowerCase());
  if (domain === null || !isIcann || hostname !== domain)
    throw invalidTarget(`${JSON.stringify(text)} is neither an address, a block of addresses, nor a domain.`);
  return { block: null, domain };
}

function invalidTarget(title: string): Problem {
  return new Problem('invalid_input', { title, parameter: 'target' });
}

async function companyIdOf(ctx: Context, accountId: string, { company, companyName }: NewRule): Promise<string> {
  if (company === undefined)
    throw new Problem('invalid_input', { title: 'Say which company: its id or its domain.', parameter: 'company' });
  return companyNamed(ctx, accountId, company, companyName);
}

function checkRule(ruleId: string): string {
  if (!/^\d{1,19}$/.test(ruleId)) throw new Problem('not_found', `There is no rule ${JSON.stringify(ruleId)}.`);
  return ruleId;
}
