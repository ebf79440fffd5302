import { dayMs } from '../lib/day-ms.ts';
import { firstItems } from '../lib/first-items.ts';
import { firstOf } from '../lib/first-of.ts';
import type { Random } from '../lib/random.ts';
import { reservedDomain } from './reserved-domain.ts';
import { firstNames, lastNames } from './site.ts';

/** A company from the directory that visited the demo site. */
export type DemoLead = { id: string; name: string; domain: string | null; employeeRange: string | null };

type Fields = Record<string, unknown>;

/** Fictional data about a company, with domains and phone numbers that are reserved for examples. */
type DemoRecords = { company: Fields; contacts: Fields[]; signals: Fields[]; financials: Fields[]; crm: Fields[]; emails: Fields[] };

const positions = [
  ['Head of production', 'operations_department', 'director'],
  ['Maintenance manager', 'operations_department', 'manager'],
  ['Plant engineer', 'engineering_department', 'staff'],
  ['Chief operating officer', 'management', 'c_level'],
  ['IT architect', 'it_department', 'staff'],
  ['Buyer', 'operations_department', 'staff'],
  ['Energy manager', 'operations_department', 'manager'],
  ['Head of marketing', 'marketing_department', 'director'],
  ['VP Sales', 'sales_department', 'vp'],
] as const;
const stages = ['Qualified', 'Proposal sent', 'Negotiation', 'Customer'];
const owners = [
  ['Mira Sander', 'mira.sander@lumenworks.example'],
  ['Jon Alder', 'jon.alder@lumenworks.example'],
] as const;
const news = [
  ['business_expansion', 'Plans another production line'],
  ['job_ads', 'Is hiring maintenance engineers'],
  ['event_participation', 'Exhibits at an automation trade fair'],
  ['product_and_service_development', 'Announces a new product line'],
  ['leadership_changes', 'Appoints a new head of operations'],
  ['investment_activity', 'Invests in the energy supply of its plants'],
] as const;
const subjects = [
  'Your visit to our energy webinar',
  'Vibration sensors for your press shop',
  'Offer for a pilot',
  'Documents you asked for',
];

/** Creates fictional data about a company. `rank` is its position among the leads by number of visits, from 0. */
export function demoRecords(lead: DemoLead, rank: number, now: Date, random: Random): DemoRecords {
  const mailDomain = reservedDomain(lead.domain ?? lead.name);
  const people = Array.from({ length: random.between(1, 4) }, () => person(mailDomain, random));
  const contacts = [...new Map(people.map((contact) => [contact.email, contact])).values()];
  const day = (ago: number) => new Date(now.getTime() - ago * dayMs);
  // The leads that users are likely to open first all have a signal, financial reports and CRM records.
  const isBusiest = rank < 12;
  const size = sizeOf(lead, random);
  return {
    company: companyFacts(lead, mailDomain, size, now, random),
    contacts: contacts.map((contact) => ({ company_id: lead.id, ...contact })),
    signals: isBusiest || rank % 2 === 0 ? [signal(lead, day(random.between(2, 80)), random)] : [],
    financials: isBusiest || rank % 3 === 0 ? reports(lead, size, now) : [],
    crm: isBusiest || rank % 4 === 0 ? crmRecords(lead, rank, firstOf(contacts), random) : [],
    emails:
      rank % 5 === 1
        ? [
            {
              company_id: lead.id,
              email: firstOf(contacts).email,
              subject: random.pick(subjects),
              sender: random.pick(owners)[0],
              sent_at: day(random.between(1, 20)).toISOString(),
            },
          ]
        : [],
  };
}

function person(mailDomain: string, random: Random) {
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)];
  const [title, department, hierarchy_level] = random.pick(positions);
  return {
    first_name: first,
    last_name: last,
    full_name: `${first} ${last}`,
    email: `${first}.${last}@${mailDomain}`.toLowerCase(),
    email_status: random.chance(0.7) ? 'valid' : 'unverified',
    title,
    department,
    hierarchy_level,
    phone_numbers: random.chance(0.5) ? [phone(random)] : [],
    social_media_profiles: random.chance(0.5) ? { linkedin: `https://social.example/in/${first}-${last}`.toLowerCase() } : {},
  };
}

type Size = { employees: number; revenue: number };

/** Picks a size within the range of the directory, if that is known. */
function sizeOf({ employeeRange }: DemoLead, random: Random): Size {
  const [min, max] = firstItems(employeeRange === null ? [20, 5000] : employeeRange.replaceAll('.', '').split(/[-+]/).map(Number), 2);
  const employees = max ? random.between(min, max) : random.between(min + 1, min * 3);
  return { employees, revenue: employees * random.between(90, 260) * 1000 };
}

function companyFacts({ id }: DemoLead, mailDomain: string, { employees, revenue }: Size, now: Date, random: Random): Fields {
  const name = firstOf(mailDomain.split('.'));
  return {
    id,
    email: `info@${mailDomain}`,
    phone_numbers: [phone(random)],
    employee_count: employees,
    revenue,
    revenue_currency: 'EUR',
    revenue_year: now.getUTCFullYear() - 1,
    revenue_estimated: true,
    founded_year: random.between(1890, 2018),
    vat_id: `XX000${random.between(100_000, 999_999)}`,
    register_id: `DEMO ${random.between(10_000, 99_999)}`,
    social_media_profiles: {
      linkedin: `https://social.example/company/${name}`,
      ...(random.chance(0.6) && { twitter: `https://microblog.example/${name}` }),
      ...(random.chance(0.4) && { facebook: `https://pages.example/${name}` }),
    },
    customer_orientation: random.pick(['b2b', 'b2b', 'both']),
  };
}

function signal({ id, name }: DemoLead, at: Date, random: Random): Fields {
  const [category, title] = random.pick(news);
  return {
    company_id: id,
    category,
    title: `${name}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    summary: 'Fictional, for the demo account.',
    event_date: at.toISOString().slice(0, 10),
    published_at: at.toISOString(),
    source_url: 'https://news.example/demo',
    confidence: random.between(60, 95) / 100,
  };
}

function reports({ id }: DemoLead, { employees, revenue }: Size, now: Date): Fields[] {
  return [1, 2].map((yearsAgo) => ({
    company_id: id,
    year: now.getUTCFullYear() - yearsAgo,
    currency: 'EUR',
    revenue: Math.round(revenue * (1.06 - yearsAgo * 0.06)),
    earnings: Math.round(revenue * (0.08 - yearsAgo * 0.01)),
    employees: Math.round(employees * (1.02 - yearsAgo * 0.02)),
    source: 'Fictional, for the demo account',
  }));
}

function crmRecords({ id, name }: DemoLead, rank: number, contact: { full_name: string; email: string }, random: Random): Fields[] {
  const [owner_name, owner_email] = random.pick(owners);
  const common = { crm: 'democrm', company_id: id, owner_name, owner_email };
  const url = (kind: string, number: number) => `https://crm.example/${kind}/${number}`;
  return [
    { ...common, record_type: 'organization', external_id: String(5000 + rank), name, url: url('organizations', 5000 + rank) },
    {
      ...common,
      record_type: 'lead',
      external_id: String(7000 + rank),
      name: `${name}: sensors`,
      stage: random.pick(stages),
      url: url('leads', 7000 + rank),
    },
    { ...common, record_type: 'contact', external_id: String(9000 + rank), name: contact.full_name, email: contact.email },
  ];
}

/** A number from the range that the British regulator reserves for fiction. */
function phone(random: Random): string {
  return `+44 20 7946 0${random.between(100, 999)}`;
}
