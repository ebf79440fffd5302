import type { LeadPage } from '../../../server/src/domain/workspace/get-lead-page.ts';
import type { Sent } from '../lib/api.ts';
import { countryName, formatDay, formatNumber } from '../lib/format.ts';
import { Section } from './section.tsx';

/** Where the record of a company comes from. */
const origins: Record<string, { name: string; words: string }> = {
  seed: { name: 'Directory', words: 'From the directory that comes with Leadlight' },
  network: { name: 'Network', words: 'From the name under which its network is registered' },
  import: { name: 'Import', words: 'From a file that was imported here' },
};

type Fact = { name: string; value: React.ReactNode; source?: { name: string; words: string } };

/** What is known of a company, each fact with where it comes from. */
export function CompanyFacts({ company }: { company: Sent<LeadPage> }) {
  const { address, revenue, profiles } = company;
  const origin = origins[company.origin] ?? { name: company.origin, words: company.origin };
  const record = { name: origin.name, words: `${origin.words}, as of ${formatDay(company.updatedAt)}` };
  const place = [address.street, [address.postalCode, address.city].filter(Boolean).join(' '), countryName(address.countryCode)]
    .filter(Boolean)
    .join(', ');
  const links = Object.entries(profiles ?? {}).flatMap(([network, urls]) => urls.slice(0, 1).map(({ url }) => ({ network, url })));
  const { depth, completeness } = company.quality.breakdown;
  const known: Fact[] = [
    { name: 'Industry', value: company.industries.join(', ') },
    { name: 'Employees', value: company.employeeRange ?? (company.employeeCount === null ? null : formatNumber(company.employeeCount)) },
    { name: 'Headquarters', value: place },
    { name: 'Revenue', value: revenue && `${formatNumber(revenue.value)} ${revenue.currency}${revenue.year ? ` (${revenue.year})` : ''}` },
    { name: 'Founded', value: company.foundedYear },
    { name: 'Legal form', value: company.legalForm },
    { name: 'Phone', value: company.phoneNumbers[0] },
    { name: 'E-mail', value: company.email },
    { name: 'Keywords', value: company.keywords.slice(0, 12).join(', ') },
    {
      name: 'Profiles',
      value: links.length > 0 && (
        <span className="actions">
          {links.map(({ network, url }) => (
            <a key={url} className="link" href={url} target="_blank" rel="noreferrer">
              {network}
            </a>
          ))}
        </span>
      ),
    },
  ];
  const facts: Fact[] = [
    ...known.map((fact) => ({ ...fact, source: record })),
    {
      name: 'Quality',
      value: `${company.quality.score} of 10`,
      source: {
        name: 'Computed',
        words: `Deepest visit ${depth.toFixed(1)} of 5, known about the company ${completeness.toFixed(1)} of 5`,
      },
    },
  ];
  return (
    <Section title="About">
      {company.description && (
        <p className="soft" style={{ marginBottom: 10 }}>
          {company.description}
        </p>
      )}
      <dl className="facts with-source">
        {facts
          .filter(({ value }) => Boolean(value))
          .map(({ name, value, source }) => (
            <div key={name} className="fact">
              <dt>{name}</dt>
              <dd>
                <span>{value}</span>
                <span className="source" title={source?.words}>
                  {source?.name}
                  <span className="unseen"> ({source?.words})</span>
                </span>
              </dd>
            </div>
          ))}
      </dl>
    </Section>
  );
}
