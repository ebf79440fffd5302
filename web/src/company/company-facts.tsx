import type { ReactNode } from 'react';
import type { CompanyDetails, FactSource } from '../api/answers.ts';
import { countryName, formatDay, formatEmployeeRange, formatNumber } from '../lib/format.ts';
import { type TextKey, t } from '../texts/t.ts';
import formStyles from '../ui/form.module.css';
import { Section } from '../ui/section.tsx';
import factsStyles from './facts.module.css';

const origins: Record<string, { name: TextKey; words: TextKey }> = {
  seed: { name: 'company.directory', words: 'company.fromTheDirectoryIncludedWith' },
  network: { name: 'company.network', words: 'company.fromTheRegistrationOfIts' },
  visitors: { name: 'common.visitors', words: 'company.fromAnEmailAddress' },
  import: { name: 'company.import', words: 'company.fromAnImportedFile' },
  person: { name: 'company.correction', words: 'company.fromACorrectionByA' },
};

type Fact = { name: string; value: ReactNode; source: { name: string; words: string } };

/** The source of a fact, as a word and as a sentence. */
function sourceWords({ origin, at }: FactSource): Fact['source'] {
  const known = origins[origin];
  const [name, words] = known ? [t(known.name), t(known.words)] : [origin, origin];
  return at === null
    ? { name, words }
    : { name: `${name}, ${formatDay(at)}`, words: t('company.sourceOnDay', { source: words, day: formatDay(at) }) };
}

/** The facts about a company, each with its source. */
export function CompanyFacts({ company }: { company: CompanyDetails }) {
  const { sources } = company;
  const facts = factsOf(company).filter(({ value }) => Boolean(value));
  return (
    <Section title={t('company.about')}>
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
  const fact = (name: string, value: ReactNode, from: keyof typeof sources): Fact => ({ name, value, source: sourceWords(sources[from]) });
  return [
    fact(t('common.name'), company.name, 'name'),
    fact(t('company.domain'), company.domain, 'domain'),
    fact(t('common.industry'), company.industries.join(', '), 'industries'),
    fact(t('common.employees'), employees(company), 'employees'),
    fact(t('company.headquarters'), place, 'address'),
    fact(t('company.otherLocations'), company.locations.length > 0 && <Locations locations={company.locations} />, 'address'),
    fact(
      t('common.revenue'),
      revenue && `${formatNumber(revenue.value)} ${revenue.currency}${revenue.year ? ` (${revenue.year})` : ''}`,
      'revenue',
    ),
    fact(t('company.founded'), company.foundedYear, 'foundedYear'),
    fact(t('company.legalForm'), company.legalForm, 'legalForm'),
    fact(t('company.vatId'), company.vatId, 'vatId'),
    fact(t('company.phone'), company.phoneNumbers[0], 'phoneNumbers'),
    fact(t('common.email'), company.email, 'email'),
    fact(t('common.keywords'), company.keywords.slice(0, 12).join(', '), 'keywords'),
    fact(t('company.profiles'), links.length > 0 && <Profiles links={links} />, 'profiles'),
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
