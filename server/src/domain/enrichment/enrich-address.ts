import { formatIpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { explainIpClass, ipClass } from '../../lib/ip-class.ts';
import { resolveCompanies } from '../companies/resolve-companies.ts';
import { addressKey } from '../identification/address-key.ts';
import type { IdentifierContext } from '../identification/company-identifier.ts';
import type { EvidenceSource } from '../identification/evidence.ts';
import { getOrCreateAddressSecret } from '../identification/get-or-create-address-secret.ts';
import type { Verdict } from '../identification/identify.ts';
import { loadLearned, loadNetblocks } from '../identification/load-address-facts.ts';
import { loadCorrections } from '../identification/load-corrections.ts';
import type { Location } from '../identification/location-directory.ts';
import { type PublicKind, publicKind } from '../identification/network-kind.ts';
import { Problem } from '../problem.ts';

export type EnrichedAddress = { ip: string; verdict: Verdict; location: Location | null; companyId: string | null };

/** Identifies the company behind an address, applying the account's corrections and learned addresses. */
export async function enrichAddress(ctx: IdentifierContext, accountId: string, ip: string): Promise<EnrichedAddress> {
  const address = checkPublicAddress(ip);
  const text = formatIpAddress(address);
  const key = addressKey(await getOrCreateAddressSecret(ctx, accountId), address);
  const additional = {
    netblocks: (await loadNetblocks(ctx.db, [text])).get(text),
    learned: (await loadLearned(ctx.db, accountId, [key])).get(key),
    hostName: await ctx.identifier.hostNames.find(address),
  };
  const corrections = await loadCorrections(ctx.db, accountId);
  const verdict = ctx.identifier.identify(ctx.identifier.findFacts(text, additional, corrections), {}, corrections);
  const companyId =
    verdict.company === null ? null : ((await resolveCompanies(ctx, accountId, [verdict.company])).get(verdict.company.key) ?? null);
  return { ip: text, verdict: { ...verdict, kind: kindOfAddress(verdict) }, location: ctx.identifier.locate(text), companyId };
}

const blockSources: ReadonlySet<EvidenceSource> = new Set(['operator_rule', 'netblock', 'imported_database']);

/** A block assigned to a company has the company's kind, regardless of the kind of the surrounding network. */
export function kindOfAddress({ kind, company, evidence }: Verdict): PublicKind {
  const isBlockOfCompany = company !== null && evidence.some((item) => item.company?.key === company.key && blockSources.has(item.source));
  return isBlockOfCompany && !organizationKinds.has(kind) ? publicKind(company.kind ?? 'business') : kind;
}

const organizationKinds: ReadonlySet<PublicKind> = new Set(['business', 'education', 'government']);

/** Rejects invalid, private and reserved addresses, with the reason. */
export function checkPublicAddress(ip: string) {
  const address = parseIpAddress(ip.trim());
  if (address === null) {
    throw new Problem('invalid_input', { title: `${JSON.stringify(ip)} is not an IP address.`, parameter: 'ip' });
  }
  const addressClass = ipClass(address);
  if (addressClass !== 'public')
    throw new Problem('invalid_input', { title: `${formatIpAddress(address)} is ${explainIpClass(addressClass)}.`, parameter: 'ip' });
  return address;
}
