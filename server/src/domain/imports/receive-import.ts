import type { Context } from '../context.ts';
import type { NewFile } from '../file-store.ts';
import { Problem } from '../problem.ts';
import { enqueueImport } from './enqueue-import.ts';
import { maxImportBytes, storedNameOf } from './import-file.ts';
import type { ImportKind } from './import-kinds.ts';

type UploadedFile = { kind: ImportKind; fileName: string; userId: string; content: AsyncIterable<Uint8Array> };

const maxOpenImports = 5;
const lineEnd = 0x0a;
/** Enough to recognize a JSON array after a byte order mark and white space. */
const maxStartBytes = 1000;

/** Stores an uploaded file and queues a check of its first lines. Nothing is imported before the user starts the import. */
export async function receiveImport(ctx: Context, accountId: string, file: UploadedFile): Promise<{ id: string }> {
  await refuseTooMany(ctx, accountId);
  const id = ctx.ids.uuid();
  const storedName = storedNameOf(id);
  const { stored, bytes, lines } = await store(ctx, file.content);
  const now = ctx.clock.now();
  try {
    // Before the file gets its name: if the process is killed in between, the import fails. A file without a row would remain forever.
    await ctx.db
      .insertInto('imports')
      .values({
        account_id: accountId,
        id,
        kind: file.kind,
        file_name: file.fileName,
        stored_name: storedName,
        bytes,
        lines,
        status: 'checking',
        created_by: file.userId,
        created_at: now,
        heartbeat_at: now,
      })
      .execute();
    await stored.finish(storedName);
  } catch (error) {
    await stored.discard();
    await ctx.files.remove(storedName);
    await ctx.db.deleteFrom('imports').where('account_id', '=', accountId).where('id', '=', id).execute();
    throw error;
  }
  await enqueueImport(ctx, ctx.db, accountId, id);
  return { id };
}

async function refuseTooMany(ctx: Context, accountId: string): Promise<void> {
  const open = await ctx.db
    .selectFrom('imports')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', 'in', ['checking', 'checked', 'running'])
    .limit(maxOpenImports)
    .execute();
  if (open.length >= maxOpenImports) {
    throw new Problem('conflict', `There are already ${maxOpenImports} waiting or running imports. Start or delete one of them first.`);
  }
}

type UnfinishedFile = { stored: NewFile; bytes: number; lines: number };

/** Returns 0 lines for a JSON array, whose records are not lines. */
async function store(ctx: Context, content: AsyncIterable<Uint8Array>): Promise<UnfinishedFile> {
  const stored = await ctx.files.create();
  let start = '';
  try {
    let bytes = 0;
    let lines = 0;
    let lastByte = lineEnd;
    for await (const chunk of content) {
      bytes += chunk.length;
      lines += countLineEnds(chunk);
      if (start === '') start = new TextDecoder().decode(chunk.subarray(0, maxStartBytes)).trimStart();
      lastByte = chunk.at(-1) ?? lastByte;
      if (bytes > maxImportBytes)
        throw invalidFile(`The file is larger than ${maxImportBytes / 1024 / 1024} MB. Split it, or use the command line.`);
      await stored.write(chunk);
    }
    if (bytes === 0) throw invalidFile('The file is empty.');
    if (start.startsWith('[')) return { stored, bytes, lines: 0 };
    return { stored, bytes, lines: lastByte === lineEnd ? lines : lines + 1 };
  } catch (error) {
    await stored.discard();
    throw error;
  }
}

function countLineEnds(chunk: Uint8Array): number {
  let count = 0;
  for (let index = chunk.indexOf(lineEnd); index >= 0; index = chunk.indexOf(lineEnd, index + 1)) count++;
  return count;
}

function invalidFile(title: string): Problem {
  return new Problem('invalid_input', { title, parameter: 'file' });
}
