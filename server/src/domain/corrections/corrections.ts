import { getSubdomain } from 'tldts';
import { parseIpAddress } from '../../lib/ip-address.ts';
import { cidrWithin, compareIpAddresses, isImplausiblyLarge, parseIpRange } from '../../lib/ip-range.ts';
import { isBigint } from '../../lib/is-bigint.ts';
import { registrableDomain } from '../../lib/registrable-domain.ts';
import { required } from '../../lib/required.ts';
import { getAccount } from '../accounts/get-account.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import { findOrCreateCompany } from '../companies/find-or-create-company.ts';
import type { Context } from '../context.ts';
import { addressKey } from '../identification/address-key.ts';
import { getOrCreateAddressSecret } from '../identification/get-or-create-address-secret.ts';
import { Problem } from '../problem.ts';
import type { ReattributionScope } from '../reattribution/reattribution-scope.ts';
import { startReattribution } from '../reattribution/start-reattribution.ts';

export type CorrectionEffectName = 'company' | 'not_a_company' | 'ignore';

type NewCorrection = {
  /** An IP address, a CIDR block or a domain. */
  target: string;
  effect: CorrectionEffectName;
  /** The id or domain of the company, and a name in case the directory does not know it. */
  company?: string;
  companyName?: string;
};

type ListedCorrection = {
  id: string;
  target: string;
  effect: CorrectionEffectName;
  companyId: string | null;
  companyName: string | null;
  createdAt: Date;
};

type Target = { block: string | null; domain: string | null };

/**
 * Creates a correction, or replaces the one with the same target. It applies to new events immediately; past visits are re-evaluated in the
 * background.
 */
export async function createCorrection(
  ctx: Context,
  accountId: string,
  correction: NewCorrection,
): Promise<{ id: string; reattributionId: string }> {
  const { id: account } = await getAccount(ctx, accountId);
  const { block, domain } = targetOf(correction.target);
  const companyId = correction.effect === 'company' ? await resolveCompanyId(ctx, account, correction) : null;
  const scope = await buildScope(ctx, account, { block, domain });
  return ctx.db.transaction().execute(async (trx) => {
    const id = ctx.ids.ordered();
    const created = await trx
      .insertInto('corrections')
      .values({ account_id: account, id, block, domain, effect: correction.effect, company_id: companyId, created_at: ctx.clock.now() })
      .onConflict((conflict) =>
        conflict
          .constraint(domain === null ? 'corrections_block' : 'corrections_domain')
          .doUpdateSet((row) => ({ effect: row.ref('excluded.effect'), company_id: row.ref('excluded.company_id') })),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const reattributionId = await startReattribution(ctx, trx, account, `correction of ${correction.target}`, {
      ...scope,
      ruleIds: [created.id],
    });
    const detail = { target: block ?? domain, effect: correction.effect, company_id: companyId };
    await recordAudit(ctx, trx, {
      for: { accountId: account },
      action: 'correction.created',
      subject: { kind: 'correction', id: created.id },
      detail,
    });
    return { id: created.id, reattributionId };
  });
}

export async function deleteCorrection(ctx: Context, accountId: string, correctionId: string): Promise<{ reattributionId: string }> {
  checkRecordId(accountId, 'account');
  return ctx.db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('corrections')
      .where('account_id', '=', accountId)
      .where('id', '=', checkCorrectionId(correctionId))
      .returning(['block', 'domain'])
      .executeTakeFirst();
    if (!deleted) throw new Problem('not_found', `The account ${accountId} has no correction ${correctionId}.`);
    const detail = { target: deleted.block ?? deleted.domain };
    await recordAudit(ctx, trx, {
      for: { accountId },
      action: 'correction.deleted',
      subject: { kind: 'correction', id: correctionId },
      detail,
    });
    const scope = { ...(await buildScope({ ...ctx, db: trx }, accountId, deleted)), ruleIds: [correctionId] };
    return { reattributionId: await startReattribution(ctx, trx, accountId, 'correction deleted', scope) };
  });
}

export async function listCorrections(ctx: Context, accountId: string): Promise<ListedCorrection[]> {
  const { id } = await getAccount(ctx, accountId);
  const rows = await ctx.db
    .selectFrom('corrections as rule')
    .leftJoin('companies as company', 'company.id', 'rule.company_id')
    .select(['rule.id', 'rule.block', 'rule.domain', 'rule.effect', 'rule.company_id', 'company.name', 'rule.created_at'])
    .where('rule.account_id', '=', id)
    .orderBy('rule.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    target: row.domain ?? row.block ?? '',
    effect: row.effect,
    companyId: row.company_id,
    companyName: row.name,
    createdAt: row.created_at,
  }));
}

/**
 * Returns the visits that a correction may affect. Visits of a single address are found by its hash key, because most accounts do not store
 * full addresses.
 */
async function buildScope(ctx: Context, accountId: string, { block, domain }: Target): Promise<ReattributionScope> {
  if (block === null) return { companyKeys: (await listDomainsOfCompany(ctx, domain ?? '')).map((one) => `domain:${one}`) };
  const address = parseIpAddress(block.replace(/\/(32|128)$/, ''));
  return address === null ? { block } : { block, addressKeys: [addressKey(await getOrCreateAddressSecret(ctx, accountId), address)] };
}

/** Returns the domain and the other domains of its company, if the directory knows it. */
async function listDomainsOfCompany(ctx: Context, domain: string): Promise<string[]> {
  const others = await ctx.db
    .selectFrom('company_domains as other')
    .innerJoin('company_domains as given', 'given.company_id', 'other.company_id')
    .select('other.domain')
    .where('given.domain', '=', domain)
    .execute();
  return [...new Set([domain, ...others.map((other) => other.domain)])];
}

function targetOf(text: string): Target {
  const range = parseIpRange(text);
  if (range !== null) {
    if (isImplausiblyLarge(range)) throw invalidTarget(`${text} is larger than any block that one company uses.`);
    const cidr = cidrWithin(range, range.first);
    const isBlock = compareIpAddresses(required(parseIpRange(cidr)).last, range.last) === 0;
    if (!isBlock) throw invalidTarget(`${text} is not one block: write it as several, beginning with ${cidr}.`);
    return { block: cidr, domain: null };
  }
  const host = text.trim().toLowerCase();
  const domain = registrableDomain(host);
  if (domain === null) throw invalidTarget(`${JSON.stringify(text)} is neither an address, a block of addresses, nor a domain.`);
  const subdomain = getSubdomain(host);
  if (subdomain !== '' && subdomain !== 'www') throw invalidTarget(`Write the domain without a subdomain: ${domain}.`);
  return { block: null, domain };
}

function invalidTarget(title: string): Problem {
  return new Problem('invalid_input', { title, parameter: 'target' });
}

async function resolveCompanyId(ctx: Context, accountId: string, { company, companyName }: NewCorrection): Promise<string> {
  if (company === undefined)
    throw new Problem('invalid_input', { title: 'Say which company: its id or its domain.', parameter: 'company' });
  return findOrCreateCompany(ctx, accountId, company, companyName);
}

function checkCorrectionId(correctionId: string): string {
  if (!isBigint(correctionId)) throw new Problem('not_found', `There is no correction ${JSON.stringify(correctionId)}.`);
  return correctionId;
}
