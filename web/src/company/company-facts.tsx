import type { ReactNode } from 'react';
import type { CompanyDetails, FactOrigin } from '../api/responses.ts';
import { countryName, formatDay, formatEmployeeRange, formatNumber } from '../lib/format.ts';
import { industryName } from '../texts/language.ts';
import { type TextKey, t, tCode } from '../texts/t.ts';
import formStyles from '../ui/form.module.css';
import { Section } from '../ui/section.tsx';
import factsStyles from './facts.module.css';

const originTexts: Record<string, { name: TextKey; text: TextKey }> = {
  seed: { name: 'company.directory', text: 'company.originSeed' },
  network: { name: 'company.network', text: 'company.originNetwork' },
  visitors: { name: 'common.visitors', text: 'company.originVisitor' },
  import: { name: 'company.import', text: 'company.originImport' },
  person: { name: 'company.correction', text: 'company.originCorrection' },
};

type Fact = { name: string; value: ReactNode; origin: { name: string; text: string } };

/** The origin of a fact: a short name and an explanation. */
function originText({ origin, at }: FactOrigin): Fact['origin'] {
  const texts = originTexts[origin];
  const [name, text] = texts ? [t(texts.name), t(texts.text)] : [origin, origin];
  return at === null
    ? { name, text }
    : { name: `${name}, ${formatDay(at)}`, text: t('company.originOnDay', { origin: text, day: formatDay(at) }) };
}

/** The facts about a company, each with its origin. */
export function CompanyFacts({ company }: { company: CompanyDetails }) {
  const { origins } = company;
  const facts = factsOf(company).filter(({ value }) => Boolean(value));
  return (
    <Section title={t('company.about')}>
      {company.description && (
        <p className={`soft ${factsStyles.about}`} title={originText(origins.description).text}>
          {company.description} <span className={factsStyles.origin}>{originText(origins.description).name}</span>
        </p>
      )}
      <dl className={`${factsStyles.facts} ${factsStyles.withOrigin}`}>
        {facts.map(({ name, value, origin }) => (
          <div key={name} className={factsStyles.fact} data-testid="fact">
            <dt>{name}</dt>
            <dd>
              <span className={factsStyles.value}>{value}</span>
              <span className={factsStyles.origin} title={origin.text}>
                {origin.name}
                <span className="visually-hidden"> ({origin.text})</span>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function factsOf(company: CompanyDetails): Fact[] {
  const { address, revenue, profiles, origins } = company;
  const place = [address.street, [address.postalCode, address.city].filter(Boolean).join(' '), countryName(address.countryCode)]
    .filter(Boolean)
    .join(', ');
  const links = Object.entries(profiles ?? {}).flatMap(([network, urls]) => urls.slice(0, 1).map(({ url }) => ({ network, url })));
  const fact = (name: string, value: ReactNode, from: keyof typeof origins): Fact => ({ name, value, origin: originText(origins[from]) });
  return [
    fact(t('common.name'), company.name, 'name'),
    fact(t('company.domain'), company.domain, 'domain'),
    fact(t('common.industry'), company.industries.map(industryName).join(', '), 'industries'),
    fact(t('common.employees'), employeesText(company), 'employees'),
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
  const text = locations.map(({ name, city, countryCode }) => [name, city, countryName(countryCode)].filter(Boolean).join(', '));
  return <>{text.join(' · ')}</>;
}

function Profiles({ links }: { links: { network: string; url: string }[] }) {
  return (
    <span className={formStyles.actions}>
      {links.map(({ network, url }) => (
        <a key={url} className="link target" href={url} target="_blank" rel="noreferrer">
          {tCode('socialNetwork', network, network)}
        </a>
      ))}
    </span>
  );
}

function employeesText({ employeeCount, employeeRange }: { employeeCount: number | null; employeeRange: string | null }): string | null {
  if (employeeCount !== null) return formatNumber(employeeCount);
  return employeeRange === null ? null : formatEmployeeRange(employeeRange);
}
