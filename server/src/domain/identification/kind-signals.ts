import { evidenceText } from './evidence-text.ts';
import { firstNames } from './first-names.ts';
import type { Cue } from './kind-cue-matcher.ts';
import type { AutonomousSystem } from './network-directory.ts';
import { type BlockRecipient, registryBlock } from './registry-block.ts';
import type { KindSignal } from './score-kind.ts';

/**
 * Scores the size and structure of a network. Companies rarely announce IPv6 and usually hold one or two blocks; providers hold many.
 * Up to three blocks of about 65,536 addresses or more date from the time when such blocks were assigned to companies and universities.
 */
export function structureSignal(system: AutonomousSystem): KindSignal {
  const { ipv4AddressCount, ipv4RangeCount, ipv6RangeCount } = system;
  if (ipv4AddressCount === 0) return { reason: evidenceText('ipv6_only', {}), points: { business: -1.5, isp: 1, hosting: 2 } };
  const points = { business: 0, isp: 0, hosting: 0 };
  if (ipv6RangeCount > 0) {
    points.isp += 0.9;
    points.hosting += 1;
  }
  const isLegacyBlock = ipv4AddressCount / ipv4RangeCount >= 60_000 && ipv4RangeCount <= 3;
  if (isLegacyBlock) points.business += 1;
  else if (ipv4AddressCount >= 32_768) points.isp += 1.2;
  else if (ipv4AddressCount >= 4096) points.isp += 0.6;
  else if (ipv6RangeCount === 0) points.business += ipv4AddressCount <= 1024 ? 0.9 : 0.5;
  if (ipv4RangeCount >= 10) {
    points.isp += 0.4;
    points.hosting += 0.6;
  }
  const reason = evidenceText(ipv6RangeCount > 0 ? 'size_with_ipv6' : 'size', { addresses: ipv4AddressCount, blocks: ipv4RangeCount });
  return { reason, points };
}

const registryPoints: Record<BlockRecipient, KindSignal['points']> = {
  organizations: { isp: -0.5, hosting: -0.5 },
  customers: { isp: -0.8, hosting: -0.8 },
  newcomers: { isp: 0.3, hosting: 0.4 },
  providers: { isp: 0.3, hosting: 0.1 },
  anyone: {},
};

/** Scores the registry block of the largest range: the purpose of such blocks indicates who holds them. */
export function registrySignal({ mainIpv4Address }: AutonomousSystem): KindSignal {
  if (mainIpv4Address === null) return { reason: '', points: {} };
  const { registry, use } = registryBlock(mainIpv4Address);
  const block = `${mainIpv4Address >>> 24}.0.0.0/8`;
  return { reason: use === 'anyone' ? '' : evidenceText(`registry_${use}`, { block, registry }), points: registryPoints[use] };
}

// Log-odds for providers among networks without other cues, from samples by country.
const leanByCountry: [string, Partial<Record<'isp' | 'hosting', number>>][] = [
  ['BR', { isp: 3 }],
  ['AR BO CL CO CR CU DO EC GT HN HT MX NI PA PE PY SV UY VE', { isp: 2 }],
  ['BD', { isp: 3 }],
  ['IN ID PK NP LK MM KH LA AF IQ IR SY YE LB PS LY', { isp: 2 }],
  ['RU UA BY KZ UZ KG TJ TM MD AM AZ GE MN', { isp: 1.4 }],
  ['PL CZ SK RO BG HU RS BA MK AL XK ME LT LV EE HR SI GR TR CY', { isp: 0.9 }],
  [
    'AO BF BI BJ BW CD CG CI CM DZ EG ET GA GH GM GN KE LR LS MA MG ML MR MU MW MZ NA NE NG RW SD SL SN SO SS SZ TD TG TN TZ UG ZA ZM ZW',
    { isp: 1.4 },
  ],
  ['HK SG CN VN MY TH PH TW SC VG BZ AE', { isp: 0.7, hosting: 1.2 }],
  ['NL GB DE FR IT ES PT SE NO FI DK IE BE AT LU IS IL AU NZ', { isp: 0.2, hosting: 0.2 }],
];
const countryLeans = new Map(leanByCountry.flatMap(([codes, points]) => codes.split(' ').map((code) => [code, points] as const)));

export function countrySignal(countryCode: string | null): KindSignal {
  const points = countryCode === null ? { isp: 0.5, hosting: 0.5 } : (countryLeans.get(countryCode) ?? {});
  const reason = countryCode === null ? evidenceText('country_unknown', {}) : evidenceText('country', { country: countryCode });
  return { reason: Object.keys(points).length === 0 ? '' : reason, points };
}

/** Detects holders that are persons. Their networks are hobby networks or small ISPs, and a person is never a lead. */
export function personNameSignal(organization: string, words: readonly string[], cues: readonly Cue[]): KindSignal {
  const none: KindSignal = { reason: '', points: {} };
  if (/\b(trading as|dba|t\/a|sole proprietor|private entrepreneur|individual entrepreneur)\b/i.test(organization)) {
    return { reason: 'registered to a person who trades under a name', points: { isp: 2.5, hosting: 2.5 } };
  }
  const hasOtherCue = cues.some((cue) => cue.line.kind !== 'isp' && cue.line.points >= 3);
  if (hasOtherCue || words.length < 2 || words.length > 5 || /[&\d]/.test(organization)) return none;
  const hasFirstName = words.some((word) => firstNames.has(word));
  const hasPatronymic = words.some((word) => /^\p{L}{4,}(ovich|evich|ovna|evna|yevich|ovych|ivna|iyovych)$/u.test(word));
  if (hasPatronymic || (hasFirstName && !hasLegalForm(words)))
    return { reason: "looks like a person's name", points: { isp: 3, hosting: 3 } };
  return none;
}

const legalFormWords = new Set(
  'inc llc ltd limited corp corporation co company gmbh ag kg se sa sas sarl srl spa bv nv ab oy oyj as aps plc pte pty pvt jsc pjsc ooo llp lp group'.split(
    ' ',
  ),
);

function hasLegalForm(words: readonly string[]): boolean {
  return words.some((word) => legalFormWords.has(word));
}
