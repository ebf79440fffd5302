import { crc32 } from 'node:zlib';
import type { Knowledge } from '../server/src/domain/identification/identify.ts';
import { defaultLeadThreshold } from '../server/src/domain/identification/identify.ts';
import { memoryOrganizationTable } from '../server/src/domain/identification/memory-organization-table.ts';
import { NetworkAssessor } from '../server/src/domain/identification/network-assessment.ts';
import { isUsedByHolder, type NetworkKind } from '../server/src/domain/identification/network-kind.ts';
import { OrganizationDirectory } from '../server/src/domain/identification/organization-directory.ts';
import { readNetworks, readOwnUseWeights } from '../server/src/providers/ip-data/read-seed.ts';
import type { Goal } from './bench-report.ts';
import { type Part, percent, rowsOf } from './identify-accuracy.ts';

const targetWithDomain = 0.8;
const targetPrecision = 0.98;
const targetRecall = 0.92;

/** Checks all networks of the shipped data, the blind second review of a random tenth, and the score alone on held-out networks. */
export function measureNetworks({ networks, assessor }: Knowledge): Part {
  const reviewed = readNetworks();
  const companyOf = (asn: number, by: NetworkAssessor) => {
    const system = networks.system(asn);
    const assessment = system === null ? null : by.assess(system);
    return assessment !== null && assessment.companyWeight >= defaultLeadThreshold ? assessment.company : null;
  };
  const leads = reviewed.flatMap(({ asn }) => companyOf(asn, assessor) ?? []);
  const withDomain = leads.filter(({ domain }) => domain !== null).length / leads.length;

  const secondReviews = rowsOf('networks-reviewed-twice.csv').map(([asn, kind, domain]) => ({
    asn: Number(asn),
    kind: kind as NetworkKind,
    domain,
  }));
  const second = precisionAndRecall(
    secondReviews.map(({ asn, kind }) => ({ isNamed: companyOf(asn, assessor) !== null, isExpected: isUsedByHolder(kind) })),
  );
  const domains = secondReviews
    .map(({ asn, domain }) => ({ ours: companyOf(asn, assessor)?.domain ?? '', theirs: domain ?? '' }))
    .filter(({ ours, theirs }) => ours !== '' && theirs !== '');
  const sameDomain = domains.filter(({ ours, theirs }) => ours === theirs).length / domains.length;

  const emptyDirectory = new OrganizationDirectory(memoryOrganizationTable([], []));
  const scorer = new NetworkAssessor(networks, emptyDirectory, readOwnUseWeights);
  const heldOut = reviewed.filter(({ asn }) => (crc32(String(asn)) & 1) === 1);
  const score = precisionAndRecall(
    heldOut.map(({ asn, kind }) => ({ isNamed: companyOf(asn, scorer) !== null, isExpected: isUsedByHolder(kind) })),
  );
  return {
    goals: [
      shareGoal('leads with a domain, over all networks', withDomain, targetWithDomain),
      shareGoal(`precision on ${secondReviews.length} blind second reviews`, second.precision, targetPrecision),
      shareGoal(`recall on ${secondReviews.length} blind second reviews`, second.recall, targetRecall),
    ],
    rows: [
      [
        'all networks of the shipped data',
        `${leads.length} of ${reviewed.length} are leads`,
        `${percent(withDomain)} of them with a domain`,
      ],
      ['blind second reviews', `recall ${percent(second.recall)}`, `precision ${percent(second.precision)}`],
      ['domains in both reviews', String(domains.length), `${percent(sameDomain)} equal`],
      ['score alone, on the half it was not trained on', `recall ${percent(score.recall)}`, `precision ${percent(score.precision)}`],
    ],
  };
}

function precisionAndRecall(results: { isNamed: boolean; isExpected: boolean }[]) {
  const right = results.filter(({ isNamed, isExpected }) => isNamed && isExpected).length;
  return {
    precision: right / results.filter(({ isNamed }) => isNamed).length,
    recall: right / results.filter(({ isExpected }) => isExpected).length,
  };
}

function shareGoal(name: string, measured: number, min: number): Goal {
  return { name, measured: percent(measured), target: `at least ${percent(min)}`, isMet: measured >= min };
}
