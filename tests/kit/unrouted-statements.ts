import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { errorMessage } from '../../server/src/lib/error-message.ts';
import { required } from '../../server/src/lib/required.ts';
import type { Statement } from './recorded-statements.ts';

type Plan = Record<string, unknown> & { Plans?: Plan[] };

/** The errors of a cluster for statements that it runs but cannot explain: some `insert … select`. */
const explainError = /could not create distributed plan|EXPLAIN .* is not supported/i;

/** Statements that cannot be explained: DDL, such as a partition for the next month, and `explain` itself. */
const unexplainable = /^\s*(?:create|alter|drop|explain)\b/i;

const migrations = join(import.meta.dirname, '../../server/src/db/migrations');

/** The tables that a cluster distributes by account, according to the migrations. */
function distributedTables(): Set<string> {
  const texts = readdirSync(migrations).map((file) => readFileSync(join(migrations, file), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/^select place_by_account\('(\w+)'/gm)].map(([, name]) => required(name))));
}

/**
 * Lists the statements that would reach more than one shard of a cluster, each once, with the reasons: tables that they read across
 * accounts or insert into without an account, or several shards in the plan of a cluster.
 * This is derived from the plan, with the recorded parameter values: every scan of a distributed table must be limited to a constant account, not
 * to one that comes from another row. A cluster itself reports the number of tasks of its plan.
 */
export async function unroutedStatements(client: pg.Pool, statements: Statement[]): Promise<{ text: string; problems: string[] }[]> {
  const tables = distributedTables();
  const unrouted = new Map<string, string[]>();
  for (const [text, { values }] of new Map(statements.map((statement) => [statement.text, statement]))) {
    if (unexplainable.test(text) || ![...tables].some((name) => new RegExp(`\\b${name}\\b`).test(text))) continue;
    const plan = await explain(client, text, values);
    if (plan === null) continue;
    const problems = hasSeveralTasks(plan) ? ['several shards'] : isDistributedPlan(plan) ? [] : scansAcrossAccounts(plan, tables);
    const inserted = /insert into (\w+)/.exec(text)?.[1];
    if (inserted !== undefined && tables.has(inserted) && !/\baccount_id\b|into accounts\b/.test(text)) problems.push(inserted);
    if (problems.length > 0) unrouted.set(text, [...new Set(problems)]);
  }
  return [...unrouted].map(([text, problems]) => ({ text, problems }));
}

async function explain(client: pg.Pool, text: string, values: unknown[]): Promise<Plan | null> {
  try {
    const { rows } = await client.query(`explain (format json, costs off) ${text}`, values);
    return rows[0]['QUERY PLAN'][0].Plan;
  } catch (error) {
    if (explainError.test(errorMessage(error))) return null;
    throw error;
  }
}

function isDistributedPlan(plan: Plan): boolean {
  return JSON.stringify(plan).includes('"Distributed Query"');
}

function hasSeveralTasks(plan: Plan): boolean {
  return [...JSON.stringify(plan).matchAll(/"Task Count":(\d+)/g)].some(([, tasks]) => Number(tasks) > 1);
}

function scansAcrossAccounts(plan: Plan, tables: Set<string>): string[] {
  const name = String(plan['Relation Name'] ?? '').replace(/_(?:\d{4}_\d{2}|default)$/, '');
  const isScan = String(plan['Node Type']).includes('Scan') && tables.has(name);
  const inner = (plan.Plans ?? []).flatMap((part) => scansAcrossAccounts(part, tables));
  return isScan && !isBoundToAccount(plan, name === 'accounts' ? 'id' : 'account_id') ? [name, ...inner] : inner;
}

/** Whether a scan compares the column with a constant. */
function isBoundToAccount(plan: Plan, column: string): boolean {
  const conditions = ['Index Cond', 'Recheck Cond', 'Filter'].map((key) => String(plan[key] ?? '')).join(' ');
  return new RegExp(`\\b${column} = (?:'\\d+'::bigint|ANY \\('\\{\\d+\\}'::bigint\\[\\]\\))`).test(conditions);
}
