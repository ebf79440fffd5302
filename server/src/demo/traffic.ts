import { dayMs } from '../lib/day-ms.ts';
import type { Random } from '../lib/random.ts';
import { required } from '../lib/required.ts';
import { type DemoVisitors, maxDemoDays, type Visitor } from './demo-visitors.ts';
import { reservedDomain } from './reserved-domain.ts';
import { arrivals, bots, type DemoPage, firstNames, lastNames, origin, pages, userAgents } from './site.ts';

/** An event of the server-side tracking API. */
export type DemoEvent = {
  id: string;
  kind: string;
  occurred_at: string;
  visitor_id: string;
  ip: string;
  user_agent: string;
  url: string;
  title?: string;
  referrer?: string;
  name?: string;
  target_url?: string;
  duration?: number;
  email?: string;
  first_name?: string;
  last_name?: string;
};

/** Relative number of visits by hour of the day. */
const byHour = [1, 1, 1, 1, 1, 2, 5, 12, 22, 26, 27, 24, 18, 24, 26, 25, 22, 16, 10, 8, 7, 5, 3, 2].map((weight, hour) => ({
  weight,
  hour,
}));

/** Generates the events of one day in UTC. Weekends have fewer visits, and companies only visit from their first day on. */
export function dayOfTraffic(day: Date, visitors: DemoVisitors, random: Random, dayNumber = maxDemoDays): DemoEvent[] {
  const isWeekend = day.getUTCDay() % 6 === 0;
  const visits = Math.round((isWeekend ? 40 : 130) * (0.8 + random.next() * 0.4));
  const activeVisitors = { ...visitors, companies: visitors.companies.filter(({ firstDay }) => firstDay <= dayNumber) };
  const events: DemoEvent[] = [];
  for (let count = 0; count < visits; count++)
    events.push(...visit(randomTimeOn(day, random), selectVisitor(activeVisitors, random), random));
  const botPageViews = random.between(8, 20);
  for (let count = 0; count < botPageViews; count++) events.push(botPageView(randomTimeOn(day, random), visitors, random));
  return events;
}

function randomTimeOn(day: Date, random: Random): number {
  return day.getTime() + random.pickWeighted(byHour).hour * 3_600_000 + Math.floor(random.next() * 3_600_000);
}

export function selectVisitor(visitors: DemoVisitors, random: Random): Visitor {
  if (random.chance(0.45)) return { ip: random.pick(visitors.homes), domain: null };
  const company = random.pickWeighted(visitors.companies);
  return { ip: random.pick(company.addresses), domain: company.domain };
}

/** Generates a visit: some visitors leave immediately, some read on, and a few request a demo and leave their name. */
export function visit(startMs: number, visitor: Visitor, random: Random): DemoEvent[] {
  const arrival = random.pickWeighted(arrivals);
  const isFromCompany = visitor.domain !== null;
  const depth = random.chance(isFromCompany ? 0.3 : 0.55) ? 1 : random.between(2, isFromCompany ? 11 : 5);
  const person = {
    // Up to three people visit from an address, and return.
    visitor_id: `demo-${visitor.ip.replaceAll('.', '-')}-${random.between(1, 3)}`,
    ip: visitor.ip,
    user_agent: random.pickWeighted(userAgents).text,
  };
  const events: DemoEvent[] = [];
  let timeMs = startMs;
  let previous: DemoPage | undefined;
  const add = (kind: string, url: string, more: Partial<DemoEvent> = {}) =>
    events.push({ id: random.uuid(), kind, occurred_at: new Date(timeMs).toISOString(), ...person, url, ...more });
  for (let step = 0; step < depth; step++) {
    const page = step === 0 ? landingPage(arrival.landing, random) : nextPage(previous, random);
    const url = `${origin}${page.path}${step === 0 && arrival.query !== '' ? `?${arrival.query}` : ''}`;
    const referrer = step === 0 ? (arrival.referrer ?? undefined) : `${origin}${required(previous).path}`;
    add('page_view', url, { title: page.title, referrer });
    const seconds = Math.round(8 + random.next() ** 2 * 170);
    timeMs += seconds * 1000;
    if (page.path === '/docs' && random.chance(0.3)) add('download', url, { target_url: `${origin}/files/lumenworks-datasheet.pdf` });
    if (page.path === '/integrations' && random.chance(0.3)) add('outbound', url, { target_url: 'https://opcfoundation.org/' });
    if (page.path === '/pricing' && random.chance(0.25)) add('event', url, { name: 'pricing_calculator' });
    if ((page.path === '/demo' || page.path === '/contact') && isFromCompany && random.chance(0.35)) {
      add('form', url, { name: page.path === '/demo' ? 'book-a-demo' : 'contact' });
      const [first, last] = [random.pick(firstNames), random.pick(lastNames)];
      add('identify', url, {
        email: `${first}.${last}@${reservedDomain(required(visitor.domain))}`.toLowerCase(),
        first_name: first,
        last_name: last,
      });
    }
    if (step === depth - 1) add('leave', url, { duration: seconds });
    previous = page;
  }
  return events;
}

function landingPage(landing: string | undefined, random: Random): DemoPage {
  return pages.find(({ path }) => path === landing) ?? random.pickWeighted(pages);
}

function nextPage(previous: DemoPage | undefined, random: Random): DemoPage {
  for (;;) {
    const page = random.pickWeighted(pages);
    if (page.path !== previous?.path) return page;
  }
}

function botPageView(timeMs: number, visitors: DemoVisitors, random: Random): DemoEvent {
  const page = random.pickWeighted(pages);
  const ip = random.pick(visitors.dataCenters);
  return {
    id: random.uuid(),
    kind: 'page_view',
    occurred_at: new Date(timeMs).toISOString(),
    visitor_id: `robot-${ip.replaceAll('.', '-')}`,
    ip,
    user_agent: random.pickWeighted(bots).text,
    url: `${origin}${page.path}`,
    title: page.title,
  };
}

/** Returns the days up to the day of `end`, which is the last one. */
export function daysUpTo(end: Date, count: number): Date[] {
  const midnight = Math.floor(end.getTime() / dayMs) * dayMs;
  return Array.from({ length: count }, (_, index) => new Date(midnight - (count - 1 - index) * dayMs));
}
