import type { Command } from 'commander';
import { mergeCompanies } from '../domain/company-merges/merge-companies.ts';
import { onDatabase } from './kit.ts';

export function addCompanyCommands(program: Command) {
  const company = program.command('company').description('maintain the company directory');
  company
    .command('merge')
    .description('merge two companies; the previous id redirects to the current one')
    .argument('<previous>', 'id of the company to remove')
    .argument('<current>', 'id of the company to keep')
    .action(
      onDatabase(async (ctx, _options, [previous, current]) => {
        await ctx.db.transaction().execute((trx) => mergeCompanies({ ...ctx, db: trx }, previous, current));
        return { json: { previous, current }, text: `Merged company ${previous} into ${current}. Visits are updated in the background.` };
      }),
    );
}
