import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { getAccount } from '../domain/accounts/get-account.ts';
import { checkPublicAddress, type EnrichedAddress, enrichAddress, kindOfAddress } from '../domain/enrichment/enrich-address.ts';
import type { CompanyIdentifier } from '../domain/identification/company-identifier.ts';
import { confidenceLevel } from '../domain/identification/confidence-level.ts';
import type { AdditionalFacts } from '../domain/identification/facts.ts';
import { loadNetblocks } from '../domain/identification/load-address-facts.ts';
import { loadListedNetworks } from '../domain/identification/load-listed-networks.ts';
import type { Location } from '../domain/identification/location-directory.ts';
import { noCompanyReason } from '../domain/identification/no-company-reason.ts';
import type { SeedOrganization } from '../domain/identification/organization-table.ts';
import { formatIpAddress } from '../lib/ip-address.ts';
import { createCompanyIdentifier } from '../providers/create-company-identifier.ts';
import { withContext } from './on-database.ts';
import { type Output, printOutput } from './print-output.ts';
import { requireInstallation } from './require-installation.ts';

type Options = { account?: string; json?: boolean };

export function addIdentifyCommand(program: Command) {
  program
    .command('identify')
    .description('show the company behind an IP address, with the evidence')
    .argument('<ip>', 'IPv4 or IPv6 address')
    .option('--account <id>', "apply this account's corrections and what was learned from its visits")
    .action(async (ip: string, options: Options) => printOutput(asOutput(await identifyAddress(ip, options)), options.json === true));
}

/** Without an account, uses only the IP data and, if there is a database, the networks in the directory. */
async function identifyAddress(ip: string, { account }: Options): Promise<EnrichedAddress> {
  const config = readConfig(process.env);
  const address = checkPublicAddress(ip);
  const text = formatIpAddress(address);
  const open = (listed?: SeedOrganization[]) => createCompanyIdentifier(config.dataDir, config.leadConfidence, config.reverseDns, listed);
  const hasDatabase = config.databaseUrl !== null || existsSync(join(config.dataDir, 'postgres'));
  if (account === undefined && !hasDatabase) return identifyWith(await open(), text, {});
  requireInstallation(config);
  return withContext(async (ctx) => {
    const identifier = await open(await loadListedNetworks(ctx));
    if (account !== undefined) return enrichAddress({ ...ctx, identifier }, (await getAccount(ctx, account)).id, text);
    return identifyWith(identifier, text, { netblocks: (await loadNetblocks(ctx.db, [text])).get(text) });
  });
}

async function identifyWith(identifier: CompanyIdentifier, text: string, additionalFacts: AdditionalFacts): Promise<EnrichedAddress> {
  const hostName = await identifier.hostNames.find(checkPublicAddress(text));
  const verdict = identifier.identify(identifier.findFacts(text, { ...additionalFacts, hostName }));
  return { ip: text, verdict: { ...verdict, kind: kindOfAddress(verdict) }, location: identifier.locate(text), companyId: null };
}

function asOutput({ ip, verdict, location, companyId }: EnrichedAddress): Output {
  const { kind, confidence, company, network, evidence } = verdict;
  const place = [location?.city, location?.region, location?.countryCode].filter(Boolean).join(', ');
  const lines = [
    `${ip}: ${company === null ? 'no company identified' : `${company.name}${company.domain === null ? '' : ` (${company.domain})`}`}`,
    `  kind        ${kind}`,
    ...(company === null ? [`  no company  ${noCompanyReason(verdict)}`] : []),
    `  confidence  ${confidence.toFixed(2)} (${confidenceLevel(confidence)})`,
    `  network     ${network === null ? 'not announced' : `${network.cidr} of AS${network.asn} ${network.organization ?? '(holder unknown)'}`}`,
    `  location    ${place === '' ? 'unknown' : place}`,
    '  evidence',
    ...(evidence.length === 0
      ? ['    none']
      : evidence.map(({ source, weight, detail }) => `    ${weight.toFixed(2)}  ${source}: ${detail}`)),
  ];
  const json = {
    ip,
    kind,
    confidence,
    level: confidenceLevel(confidence),
    company: company === null ? null : { id: companyId, name: company.name, domain: company.domain },
    no_company_reason: company === null ? noCompanyReason(verdict) : null,
    network,
    location: location === null ? null : placeOf(location),
    evidence: evidence.map(({ source, detail, weight }) => ({ source, detail, weight })),
  };
  return { json, text: lines.join('\n') };
}

function placeOf({ countryCode, region, city, postalCode, latitude, longitude }: Location) {
  return { country_code: countryCode, region, city, postal_code: postalCode, latitude, longitude };
}
