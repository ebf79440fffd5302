import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Connection } from '../server/src/db/connect.ts';
import { type BatchJobType, type Configuration, getBatchJob } from '../server/src/domain/batch-jobs/batch-job.ts';
import { createBatchJob } from '../server/src/domain/batch-jobs/create-batch-job.ts';
import { runBatchJob } from '../server/src/domain/batch-jobs/run-batch-job.ts';
import { departments, hierarchyLevels } from '../server/src/domain/contacts/departments.ts';
import { importContacts } from '../server/src/domain/imports/import-contacts.ts';
import { runImport } from '../server/src/domain/imports/run-import.ts';
import { createList } from '../server/src/domain/lists/write-lists.ts';
import { listPersonasWithCounts } from '../server/src/domain/personas/list-personas-with-counts.ts';
import { createPersona } from '../server/src/domain/personas/write-personas.ts';
import { firstItems } from '../server/src/lib/first-items.ts';
import { itemAt } from '../server/src/lib/item-at.ts';
import { Random } from '../server/src/lib/random.ts';
import { required } from '../server/src/lib/required.ts';
import { readImportFile } from '../server/src/providers/read-import-file.ts';
import { atLeast, atMost, type BenchReport, type Goal, percentile, thousands } from './bench-report.ts';
import { databaseCpuMs } from './cpu-time.ts';
import { watchHeap } from './heap-watch.ts';
import type { BenchService, Reader } from './lists-service.ts';
import { withBenchService } from './with-bench-service.ts';

const companies = 100_000;
const targets = {
  rowsPerSecond: 5000,
  p95Ms: 100,
  growth: 1.5,
  jobFactor: 15,
  jobMemoryFactor: 2,
  membersPerSecond: 10_000,
  jobMegabytes: 200,
};
/** This search intersects the contacts with a name and those with a role, so its cost grows with the number of contacts. */
const intersectingSearch = 'search by a buyer persona and a name';
const intersectionGrowth = 5;
const warmUpRounds = 5;
/** Jobs that `runJobs` runs over the list. */
const jobsPerList = 3;
const titles =
  'Head of Sales|Sales Manager|CTO|Software Engineer|Accountant|HR Business Partner|Marketing Manager|CEO|Buyer|Plant Manager'.split('|');
const countries = ['DE', 'FR', 'GB', 'IT', 'NL', 'PL', 'SE', 'US'];
const firstNames = 'Ada Ben Carla David Emma Felix Greta Hugo Ines Jonas Karla Leo Mia Noah Olga Paul Rosa Sven Tina Uwe'.split(' ');
const syllables = 'ba be da den der dorf el er fel ger hau ka ko lan ler ma mann mei ner ra ro schu sen son stein ta wal weg'.split(' ');

/**
 * `npm run bench -- contacts [--contacts 1000000]`: importing and searching contacts, buyer personas, and batch jobs over a list of half of the contacts,
 * compared with a tenth of the contacts. `--folder PATH` stores the database there and does not delete it.
 */
export default async function contacts(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: { contacts: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '60' }, folder: { type: 'string' } },
  });
  const many = Number(values.contacts);
  return withBenchService({ name: 'contacts', durable: true, folder: values.folder }, async ({ folder, connection, service }) => {
    await loadCompanies(connection);
    const reader = await service.newAccount('Measured');
    const personaIds = await createPersonas(service, reader);
    const sizes: Size[] = [];
    for (const count of [many / 10, many]) {
      const from = sizes.length === 0 ? 0 : many / 10;
      const rowsPerSecond = await importMore(service, folder, from, count);
      await sql`vacuum analyze contacts`.execute(connection.db);
      const jobs = await runJobs(service, reader, count);
      const requests = await measure(service, folder, reader, { count, personaIds, ...jobs }, Number(values.rounds));
      sizes.push({ count, rowsPerSecond, requests, jobs });
    }
    const [small, large] = firstItems(sizes, 2);
    return reportOf(small, large);
  });
}

type Times = { p50: number; p95: number; databaseMs: number };
type Jobs = { listId: string; jobId: string; members: number; ms: number; bytes: number };
type Size = { count: number; rowsPerSecond: number; requests: Record<string, Times>; jobs: Jobs };

async function loadCompanies({ db }: Connection): Promise<void> {
  await sql`
    with added as (
      insert into companies (id, name, origin, domain, country_code, names_indexed, updated_at)
      select n, 'Company ' || n, 'bench', 'company' || n || '.com', 'SE', true, now()
      from generate_series(1, ${companies}::int) as n returning id, domain)
    insert into company_domains (domain, company_id) select domain, id from added`.execute(db);
  await sql`vacuum analyze companies, company_domains`.execute(db);
}

function nameOf(index: number): string {
  const random = new Random(index);
  const last = Array.from({ length: 3 }, () => random.pick(syllables)).join('');
  return `${random.pick(firstNames)} ${last.slice(0, 1).toUpperCase()}${last.slice(1)}`;
}

/** Imports contacts through the same code as the command. Returns the rows per second. */
async function importMore({ ctx }: BenchService, folder: string, from: number, until: number): Promise<number> {
  const path = join(folder, 'contacts.csv');
  const file = createWriteStream(path);
  file.write('company_domain,email,full_name,title,department,hierarchy_level,country_code\n');
  for (let index = from; index < until; index++) {
    const company = `company${1 + (index % companies)}.com`;
    const department = itemAt(departments, index % departments.length);
    const level = itemAt(hierarchyLevels, Math.floor(index / 7) % hierarchyLevels.length);
    const title = itemAt(titles, index % titles.length);
    const country = itemAt(countries, Math.floor(index / 3) % countries.length);
    const line = [company, `c${index}@${company}`, nameOf(index), title, department, level, country];
    if (!file.write(`${line.join(',')}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  const startMs = performance.now();
  const { added, refused } = await runImport(ctx, importContacts, readImportFile(path), { dryRun: false });
  const seconds = (performance.now() - startMs) / 1000;
  if (added !== until - from || refused.length > 0) throw new Error(`${added} contacts were added, ${refused.length} lines refused`);
  console.log(`${thousands(until)} contacts: ${thousands(Math.round(added / seconds))} rows/s`);
  return added / seconds;
}

/** Creates a persona by role, one by titles and one by all criteria. */
async function createPersonas({ ctx }: BenchService, { accountId }: Reader): Promise<string[]> {
  const roles = { departments: firstItems(departments, 2), hierarchy_levels: firstItems(hierarchyLevels, 2) };
  const personas = [
    { name: 'By role', ...roles },
    { name: 'By title', positions: ['Head of Sales', 'Sales Manager'] },
    { name: 'By all criteria', ...roles, positions: ['manager'], countries: ['DE', 'FR'] },
  ];
  const ids: string[] = [];
  for (const persona of personas) ids.push((await createPersona(ctx, accountId, persona)).id);
  return ids;
}

/** Fills a list with half of the contacts, and empties and fills it again, by searches. */
async function runJobs({ ctx }: BenchService, { accountId }: Reader, count: number): Promise<Jobs> {
  const list = await createList(ctx, accountId, { name: `Half of ${count}`, scope: 'contact' });
  const half = departments.slice(0, departments.length / 2);
  const configuration: Configuration = { list_id: list.id, advanced_search: { departments: [...half] } };
  const jobs: [BatchJobType, string][] = [
    ['batch_add_to_list_job', 'added'],
    ['batch_remove_from_list_job', 'removed'],
    ['batch_add_to_list_job', 'added'],
  ];
  let ms = 0;
  let bytes = 0;
  let jobId = '';
  for (const [type, summaryField] of jobs) {
    const { id } = await createBatchJob(ctx, accountId, type, configuration);
    const heap = watchHeap(50);
    const startMs = performance.now();
    await runBatchJob(ctx, accountId, id.slice('job_'.length));
    ms += performance.now() - startMs;
    bytes = Math.max(bytes, heap.stop().peak);
    jobId = id;
    const { summary } = await getBatchJob(ctx, accountId, type, id);
    if (summary?.[summaryField] !== count / 2) throw new Error(`${type}: ${JSON.stringify(summary)}`);
  }
  console.log(`${thousands(count)}: three jobs over a list of ${thousands(count / 2)} in ${(ms / 1000).toFixed(1)} s`);
  return { listId: list.id, jobId, members: count / 2, ms, bytes };
}

async function measure(
  service: BenchService,
  folder: string,
  { accountId, key }: Reader,
  { count, personaIds, listId, jobId }: { count: number; personaIds: string[]; listId: string; jobId: string },
  rounds: number,
): Promise<Record<string, Times>> {
  const get = async (path: string): Promise<{ data: unknown }> => {
    const response = await fetch(`${service.url}${path}?account_id=${accountId}`, { headers: { 'x-api-key': key } });
    if (response.status !== 200) throw new Error(`${response.status} for ${path}: ${await response.text()}`);
    return (await response.json()) as { data: unknown };
  };
  const contactIds = (round: number) => Array.from({ length: 100 }, (_, index) => String(1 + ((round + index * 31) % count)));
  const search = (body: object) => service.post(`/v1/contacts/search?account_id=${accountId}`, key, body);
  const requests: Record<string, (round: number) => Promise<{ data: unknown }>> = {
    'search by name': (round) => search({ search_terms: [nameOf(round % count)] }),
    'search by title': (round) => search({ search_terms: [itemAt(titles, round % titles.length)] }),
    'search by role': (round) =>
      search({
        departments: [itemAt(departments, round % departments.length)],
        hierarchy_levels: [itemAt(hierarchyLevels, round % hierarchyLevels.length)],
      }),
    'search by e-mail address': (round) => search({ emails: [`c${round % count}@company${1 + ((round % count) % companies)}.com`] }),
    ...Object.fromEntries(
      ['role', 'title', 'all criteria'].map((name, index) => [
        `search by a buyer persona: ${name}`,
        () => search({ buyer_persona_ids: [itemAt(personaIds, index)] }),
      ]),
    ),
    [intersectingSearch]: (round) =>
      search({ buyer_persona_ids: [itemAt(personaIds, 0)], search_terms: [itemAt(firstNames, round % firstNames.length)] }),
    'buyer personas with numbers of contacts': async () => ({ data: await listPersonasWithCounts(service.ctx, accountId) }),
    'page of the list': () => get(`/v1/lists/${listId}/items`),
    'the list with its number of members': () => get(`/v1/lists/${listId}`),
    'lists of 100 contacts': (round) =>
      service.post(`/v1/lists/contact-memberships?account_id=${accountId}`, key, { contact_ids: contactIds(round) }),
    'status of a batch job': () => get(`/v1/lists/batch-add-to-list-jobs/${jobId}`),
  };
  const measured: Record<string, Times> = {};
  for (const [name, request] of Object.entries(requests)) {
    const times: number[] = [];
    let databaseMs = 0;
    for (let round = -warmUpRounds; round < rounds; round++) {
      if (round === 0) databaseMs = databaseCpuMs(folder);
      const startMs = performance.now();
      const { data } = await request(Math.abs(round * 7919 + 13));
      if (round >= 0) times.push(performance.now() - startMs);
      if (Array.isArray(data) && data.length === 0) throw new Error(`${name} found nothing`);
    }
    times.sort((a, b) => a - b);
    const figures = {
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      databaseMs: (databaseCpuMs(folder) - databaseMs) / rounds,
    };
    measured[name] = figures;
    console.log(
      `${thousands(count)}: ${name} p50 ${figures.p50.toFixed(1)} ms, p95 ${figures.p95.toFixed(1)} ms, database ${figures.databaseMs.toFixed(1)} ms`,
    );
  }
  return measured;
}

function reportOf(small: Size, large: Size): BenchReport {
  const pairs = Object.entries(large.requests).map(([name, largeTimes]) => ({
    name,
    smallTimes: required(small.requests[name], name),
    largeTimes,
  }));
  const goals: Goal[] = [
    atLeast('contacts imported per second', large.rowsPerSecond, targets.rowsPerSecond, 0),
    ...pairs.flatMap(({ name, smallTimes, largeTimes }) => [
      atMost(`${name}: p95`, largeTimes.p95, targets.p95Ms, 'ms', 1),
      atMost(
        `${name}: factor in time for ten times the contacts`,
        largeTimes.p50 / smallTimes.p50,
        name === intersectingSearch ? intersectionGrowth : targets.growth,
      ),
    ]),
    atMost('batch jobs: factor in time for ten times the members', large.jobs.ms / small.jobs.ms, targets.jobFactor),
    atLeast('batch jobs: members per second', (large.jobs.members * jobsPerList) / (large.jobs.ms / 1000), targets.membersPerSecond, 0),
    atMost('batch jobs: memory', large.jobs.bytes / 1e6, targets.jobMegabytes, 'MB', 0),
    atMost('batch jobs: factor in memory for ten times the members', large.jobs.bytes / small.jobs.bytes, targets.jobMemoryFactor),
  ];
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return {
    title: `Importing and searching ${thousands(large.count)} contacts, and a list of ${thousands(large.jobs.members)} of them`,
    goals,
    tables: [
      {
        title: 'Requests',
        columns: ['Request', `p50 at ${thousands(small.count)}`, `p50 at ${thousands(large.count)}`, 'p95', "database's CPU time"],
        rows: pairs.map(({ name, smallTimes, largeTimes }) => [
          name,
          ms(smallTimes.p50),
          ms(largeTimes.p50),
          ms(largeTimes.p95),
          `${ms(smallTimes.databaseMs)} → ${ms(largeTimes.databaseMs)}`,
        ]),
      },
      {
        title: 'Import and batch jobs',
        columns: ['Contacts', 'Import', 'Members of the list', 'Three jobs', 'Peak memory of a job'],
        rows: [small, large].map(({ count, rowsPerSecond, jobs }) => [
          thousands(count),
          `${thousands(Math.round(rowsPerSecond))} rows/s`,
          thousands(jobs.members),
          `${(jobs.ms / 1000).toFixed(1)} s`,
          `${(jobs.bytes / 1e6).toFixed(1)} MB`,
        ]),
      },
    ],
    charts: [],
  };
}
