import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { enqueueExport } from '../exports/enqueue-export.ts';
import { regExpOf, type Subject } from './subject.ts';

/** Number of characters by which the searched chunks of a file overlap. Greater than the length of any identifier. */
const overlap = 1000;

/**
 * Queues new runs of the account's exports that may contain the person: files that mention the person, workbooks (which cannot be searched)
 * and exports in progress. Returns the files to delete after the commit.
 */
export async function recreateExports(ctx: Context, trx: Transaction<DB>, accountId: string, subject: Subject): Promise<string[]> {
  const rows = await trx
    .selectFrom('export_requests')
    .select(['id', 'file_name', 'status', 'attempts'])
    .where('account_id', '=', accountId)
    .where('status', '!=', 'failed')
    .execute();
  const deleted: string[] = [];
  for (const { id, file_name, status, attempts } of rows) {
    if (status === 'processed' && !(await mayMention(ctx, file_name, subject))) continue;
    // A changed number of attempts invalidates the claim of a worker in progress.
    await trx
      .updateTable('export_requests')
      .set({ status: 'pending', finished_at: null, heartbeat_at: null, attempts: status === 'processed' ? 0 : attempts + 1 })
      .where('id', '=', id)
      .execute();
    await enqueueExport(ctx, trx, accountId, id);
    if (file_name !== null) deleted.push(file_name);
  }
  return deleted;
}

async function mayMention(ctx: Context, fileName: string | null, subject: Subject): Promise<boolean> {
  if (fileName === null) return false;
  const file = await ctx.files.open(fileName);
  if (file === null) return false;
  const pattern = regExpOf(subject);
  if (fileName.endsWith('.xlsx')) return true;
  const content = file.read();
  // Decodes characters that are split between two chunks.
  content.setEncoding('utf8');
  let before = '';
  let isFound = false;
  for await (const chunk of content) {
    const text = before + String(chunk);
    isFound ||= pattern === null ? text.includes(`"${subject.value}"`) : text.search(pattern) !== -1;
    before = text.slice(-overlap);
  }
  return isFound;
}
