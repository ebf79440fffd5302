import type { Context } from '../context.ts';
import { recordAudit } from './record-audit.ts';

/** Records that the operator accepted the terms of use of the data to be imported. */
export async function recordAcceptedTerms(ctx: Context, { sources, files }: { sources: string[]; files: string[] }): Promise<void> {
  await ctx.db.transaction().execute((trx) =>
    recordAudit(ctx, trx, {
      for: 'operator',
      action: 'data.terms_accepted',
      subject: { kind: 'registry', id: sources.join(', ') },
      detail: { sources, files },
    }),
  );
}
