import type pg from 'pg';
import { errorCode } from '../../server/src/lib/error-code.ts';
import type { Statement } from './recorded-statements.ts';

type Plan = Record<string, unknown> & { Plans?: Plan[] };

const readOnlyTransaction = '25006';

/** Runs a select again and returns how many rows its scans read and how many it returned. Null for statements that write. */
export async function rowsRead(
  client: pg.ClientBase,
  { text, values, settings }: Statement,
): Promise<{ read: number; returned: number } | null> {
  if (!/^\s*(?:select|with)\b/i.test(text)) return null;
  await client.query('begin transaction read only');
  try {
    for (const setting of settings) await client.query(setting);
    const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, values);
    const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
    return { read: readBy(plan), returned: Number(plan['Actual Rows']) };
  } catch (error) {
    if (errorCode(error) === readOnlyTransaction) return null;
    throw error;
  } finally {
    await client.query('rollback');
  }
}

function readBy(plan: Plan): number {
  const inner = (plan.Plans ?? []).reduce((sum, part) => sum + readBy(part), 0);
  if (plan['Relation Name'] === undefined) return inner;
  const keys = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'];
  return inner + keys.reduce((sum, key) => sum + Number(plan[key] ?? 0), 0) * Number(plan['Actual Loops'] ?? 1);
}
