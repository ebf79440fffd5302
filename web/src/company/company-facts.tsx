import type { ReactNode } from 'react';
import type { CompanyDetails, FactSource } from '../api/answers.ts';
import { countryName, formatDay, formatEmployeeRange, formatNumber } from '../lib/format.ts';
import formStyles from '../ui/form.module.css';
import { Section } from '../ui/section.tsx';
import factsStyles from './facts.module.css';

const origins: Record<string, { name: string; words: string }> = {
  seed: { name: 'Directory', words: 'From the directory included with Leadlight' },
  network: { name: 'Network', words: 'From the registration of its network' },
  visitors: { name: 'Visitors', words: 'From an e-mail address left on your site' },
  import: { name: 'Import', words: 'From an imported file' },
  person: { name: 'Correction', words: 'From a correction by a user' },
};

type Fact = { name: string; value: ReactNode; source: { name: string; words: string } };

/** The source of a fact, as a word and as a sentence. */
function sourceWords({ origin, at }: FactSource): Fact['source'] {
  const { name, words } = origins[origin] ?? { name: origin, words: origin };
  return at === null ? { name, words } : { name: `${name}, ${formatDay(at)}`, words: `${words}, on ${formatDay(at)}` };
}

/** The facts about a company, each with its source. */
export function CompanyFacts({ company }: { company: CompanyDetails }) {
  const { sources } = company;
  const facts = factsOf(company).filter(({ value }) => Boolean(value));
  return (
    <Section title="About">
      {company.description && (
        <p className={`soft ${factsStyles.about}`} title={sourceWords(sources.description).words}>
          {company.description} <span className={factsStyles.source}>{sourceWords(sources.description).name}</span>
        </p>
      )}
      <dl className={`${factsStyles.facts} ${factsStyles.withSource}`}>
        {facts.map(({ name, value, source }) => (
          <div key={name} className={factsStyles.fact} data-testid="fact">
            <dt>{name}</dt>
            <dd>
              <span className={factsStyles.value}>{value}</span>
              <span className={factsStyles.source} title={source.words}>
                {source.name}
                <span className="unseen"> ({source.words})</span>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function factsOf(company: CompanyDetails): Fact[] {
  const { address, revenue, profiles, sources } = company;
  const place = [address.street, [address.postalCode, address.city].filter(Boolean).join(' '), countryName(address.countryCode)]
    .filter(Boolean)
    .join(', ');
  const links = Object.entries(profiles ?? {}).flatMap(([network, urls]) => urls.slice(0, 1).map(({ url }) => ({ network, url })));
  const { depth, completeness } = company.quality.breakdown;
  const fact = (name: string, value: ReactNode, from: keyof typeof sources): Fact => ({ name, value, source: sourceWords(sources[from]) });
  return [
    fact('Name', company.name, 'name'),
    fact('Domain', company.domain, 'domain'),
    fact('Industry', company.industries.join(', '), 'industries'),
    fact('Employees', employees(company), 'employees'),
    fact('Headquarters', place, 'address'),
    fact('Other locations', company.locations.length > 0 && <Locations locations={company.locations} />, 'address'),
    fact('Revenue', revenue && `${formatNumber(revenue.value)} ${revenue.currency}${revenue.year ? ` (${revenue.year})` : ''}`, 'revenue'),
    fact('Founded', company.foundedYear, 'foundedYear'),
    fact('Legal form', company.legalForm, 'legalForm'),
    fact('VAT id', company.vatId, 'vatId'),
    fact('Phone', company.phoneNumbers[0], 'phoneNumbers'),
    fact('E-mail', company.email, 'email'),
    fact('Keywords', company.keywords.slice(0, 12).join(', '), 'keywords'),
    fact('Profiles', links.length > 0 && <Profiles links={links} />, 'profiles'),
    {
      name: 'Quality',
      value: `${company.quality.score} of 10`,
      source: {
        name: 'Computed',
        words: `Deepest visit ${depth.toFixed(1)} of 5, company data ${completeness.toFixed(1)} of 5`,
      },
    },
  ];
}

function Locations({ locations }: { locations: CompanyDetails['locations'] }) {
  const words = locations.map(({ name, city, countryCode }) => [name, city, countryName(countryCode)].filter(Boolean).join(', '));
  return <>{words.join(' · ')}</>;
}

function Profiles({ links }: { links: { network: string; url: string }[] }) {
  return (
    <span className={formStyles.actions}>
      {links.map(({ network, url }) => (
        <a key={url} className="link" href={url} target="_blank" rel="noreferrer">
          {network}
        </a>
      ))}
    </span>
  );
}

function employees({ employeeCount, employeeRange }: { employeeCount: number | null; employeeRange: string | null }): string | null {
  if (employeeCount !== null) return formatNumber(employeeCount);
  return employeeRange === null ? null : formatEmployeeRange(employeeRange);
}
