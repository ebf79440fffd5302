import { setTimeout as pause } from 'node:timers/promises';
import { updateAccount } from '../server/src/domain/accounts/update-account.ts';
import { mergeCompanies } from '../server/src/domain/company-merges/merge-companies.ts';
import { createCorrection, deleteCorrection } from '../server/src/domain/corrections/corrections.ts';
import { importCompanies } from '../server/src/domain/imports/import-companies.ts';
import { importIpRanges } from '../server/src/domain/imports/import-ip-ranges.ts';
import type { Importer } from '../server/src/domain/imports/importer.ts';
import { runImport } from '../server/src/domain/imports/run-import.ts';
import { erasePerson } from '../server/src/domain/privacy/erase-person.ts';
import { subjectOf } from '../server/src/domain/privacy/subject.ts';
import { Problem } from '../server/src/domain/problem.ts';
import { deleteExpiredAddresses } from '../server/src/domain/retention/delete-expired-addresses.ts';
import { deleteExpiredVisits } from '../server/src/domain/retention/delete-expired-visits.ts';
import type { JobContext } from '../server/src/jobs/job.ts';
import { firstItems } from '../server/src/lib/first-items.ts';
import type { Random } from '../server/src/lib/random.ts';
import { required } from '../server/src/lib/required.ts';
import type { ChaosOracle } from './chaos-oracle.ts';
import type { KnownAddress, SoakAccount } from './soak-clients.ts';
import type { SoakLedger } from './soak-ledger.ts';

type ChaosOptions = {
  ctx: JobContext;
  random: Random;
  oracle: ChaosOracle;
  ledger: SoakLedger;
  accounts: SoakAccount[];
  /** The account that stores addresses, so that corrections apply to all of its visits. */
  corrected: SoakAccount;
  addresses: KnownAddress[];
  imported: { cidr: string; domain: string; company: string }[];
  zones: string[];
  paceMs: number;
};

/** Random choices are made before the first attempt, because a failed attempt may have changed the database. */
type Operation = () => Promise<unknown>;

const maxMerges = 4;

/** Performs random user and scheduled operations while everything else is running. */
export class ChaosOperator {
  readonly counts: Record<string, number> = {};
  /** Visitors who have sent all their events; some of them are erased. */
  readonly finished: { accountId: string; visitorId: string }[] = [];
  readonly #options: ChaosOptions;
  /** By domain in the IP data. */
  readonly #correctionIds = new Map<string, string>();
  #isStopping = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ChaosOptions) {
    this.#options = options;
  }

  start() {
    this.#running = this.#run();
    this.#running.catch(() => {});
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async importData(): Promise<void> {
    const { ctx, imported } = this.#options;
    const run = async <Row>(importer: Importer<Row>, rows: Record<string, unknown>[]) => {
      const report = await runImport(ctx, importer, linesOf(rows), { dryRun: false });
      if (report.refused.length > 0) throw new Error(`The import refused lines: ${JSON.stringify(report.refused)}`);
    };
    await run(
      importCompanies,
      imported.map(({ domain, company }) => ({ domain, name: company })),
    );
    await run(
      importIpRanges,
      imported.map(({ cidr, domain }) => ({ cidr, domain })),
    );
  }

  async #run() {
    const { random, paceMs } = this.#options;
    const operations: Record<string, () => Operation | null> = {
      'timezone changes': () => this.#changeTimezone(),
      corrections: () => this.#correct(),
      'corrections removed': () => this.#removeCorrection(),
      merges: () => this.#merge(),
      erasures: () => this.#erase(),
      'retention runs': () => () => deleteExpiredVisits(this.#options.ctx),
      'address clean-ups': () => () => deleteExpiredAddresses(this.#options.ctx),
      imports: () => () => this.importData(),
    };
    let waiting: [string, () => Operation | null][] = [];
    while (!this.#isStopping) {
      if (waiting.length === 0) waiting = Object.entries(operations).sort(() => random.next() - 0.5);
      const [name, choose] = required(waiting.pop());
      const operation = choose();
      if (operation !== null) {
        await retryUntilDone(operation);
        this.counts[name] = (this.counts[name] ?? 0) + 1;
      }
      await pause(paceMs * random.next());
    }
  }

  #changeTimezone(): Operation {
    const { ctx, random, accounts, zones } = this.#options;
    const { accountId } = random.pick(accounts);
    const timezone = random.pick(zones);
    return () => updateAccount(ctx, accountId, { timezone });
  }

  #correct(): Operation {
    const { ctx, random, oracle, corrected, addresses } = this.#options;
    const { ip, domain } = random.pick(addresses);
    const company = random.chance(0.3) ? null : random.pick(addresses).domain;
    const correction =
      company === null ? ({ target: ip, effect: 'not_a_company' } as const) : ({ target: ip, effect: 'company', company } as const);
    return async () => {
      const { id } = await createCorrection(ctx, corrected.accountId, correction);
      this.#correctionIds.set(domain, id);
      oracle.correct(corrected.accountId, domain, company);
    };
  }

  #removeCorrection(): Operation | null {
    const { ctx, random, oracle, corrected } = this.#options;
    if (this.#correctionIds.size === 0) return null;
    const [domain, id] = random.pick([...this.#correctionIds]);
    return async () => {
      await deleteCorrection(ctx, corrected.accountId, id).catch(ignoreIfDone);
      this.#correctionIds.delete(domain);
      oracle.correct(corrected.accountId, domain, undefined);
    };
  }

  #merge(): Operation | null {
    const { ctx, random, oracle, addresses, imported } = this.#options;
    // Imported companies are not merged, because the next import restores their names.
    const isImported = (domain: string) => imported.some((company) => company.domain === domain);
    const candidates = addresses.map(({ domain }) => domain).filter((domain) => !oracle.isMerged(domain) && !isImported(domain));
    if (oracle.mergeCount >= maxMerges || candidates.length < 3) return null;
    const [previous, current] = firstItems(
      candidates.sort(() => random.next() - 0.5),
      2,
    );
    return async () => {
      const rows = await ctx.db.selectFrom('companies').select(['id', 'domain']).where('domain', 'in', [previous, current]).execute();
      const idOf = (domain: string) => required(rows.find((row) => row.domain === domain)).id;
      await ctx.db
        .transaction()
        .execute((trx) => mergeCompanies({ ...ctx, db: trx }, idOf(previous), idOf(current)))
        .catch(ignoreIfDone);
      oracle.merge(previous, current);
    };
  }

  #erase(): Operation | null {
    const { ctx, random, ledger } = this.#options;
    if (this.finished.length === 0) return null;
    const { accountId, visitorId } = random.pick(this.finished);
    return async () => {
      await erasePerson(ctx, { accountId }, subjectOf({ visitor: visitorId }));
      ledger.exclude((entry) => entry.visitorId === visitorId);
    };
  }
}

/** Retries until the operation is known to be done, because the database may be down or its response may get lost. */
async function retryUntilDone(operation: Operation): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; await pause(300)) {
    try {
      await operation();
      return;
    } catch (error) {
      if (error instanceof Problem || Date.now() > deadline) throw error;
    }
  }
}

/** A retry after a lost response finds the operation already done. */
function ignoreIfDone(error: unknown) {
  if (!(error instanceof Problem) || (error.kind !== 'conflict' && error.kind !== 'not_found')) throw error;
}

async function* linesOf(rows: Record<string, unknown>[]) {
  for (const [index, fields] of rows.entries()) yield { line: index + 1, fields };
}
