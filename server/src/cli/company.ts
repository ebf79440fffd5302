import type { Command } from 'commander';
import { mergeCompanies } from '../domain/company-merges/merge-companies.ts';
import { onDatabase } from './kit.ts';

export function addCompanyCommands(program: Command) {
  const company = program.command('company').description('keep the company directory in order');
  company
    .command('merge')
    .description('make one company of two; the previous id keeps leading to the current one')
    .argument('<previous>', 'the company that is given up')
    .argument('<current>', 'the company that stays')
    .action(
      onDatabase(async (ctx, _options, [previous, current]) => {
        await ctx.db.transaction().execute((trx) => mergeCompanies({ ...ctx, db: trx }, previous, current));
        return { json: { previous, current }, text: `Merged company ${previous} into ${current}. Visits follow in the background.` };
      }),
    );
}
