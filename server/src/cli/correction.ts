import type { Command } from 'commander';
import { type CorrectionEffectName, createCorrection, deleteCorrection, listCorrections } from '../domain/corrections/corrections.ts';
import { Problem } from '../domain/problem.ts';
import { listReattributions } from '../domain/reattribution/list-reattributions.ts';
import { formatTable } from './format-table.ts';
import { onDatabase } from './on-database.ts';

type AddOptions = { company?: string; name?: string; notACompany?: boolean; ignore?: boolean };

export function addCorrectionCommands(program: Command) {
  const correction = program.command('correction').alias('rule').description("correct an account's identification");
  correction
    .command('add')
    .description('correct an address, a block or a domain; past visits are updated in the background')
    .argument('<account>', 'the account')
    .argument('<target>', 'address, block such as 192.0.2.0/24, or domain')
    .option('--company <company>', 'id or domain of the company it belongs to')
    .option('--name <name>', 'name of the company, if its domain is not in the directory')
    .option('--not-a-company', 'it belongs to no company')
    .option('--ignore', 'drop its events; for a domain, those from the network of its company')
    .action(
      onDatabase<AddOptions>(async (ctx, options, [account, target]) => {
        const { company, name } = options;
        const created = await createCorrection(ctx, account, { target, effect: effectOf(options), company, companyName: name });
        return {
          json: { id: created.id, reattribution_id: created.reattributionId },
          text: `Created correction ${created.id}. Past visits are being re-evaluated.`,
        };
      }),
    );
  correction
    .command('list')
    .description('list the corrections of an account')
    .argument('<account>', 'the account')
    .action(
      onDatabase(async (ctx, _options, [account]) => {
        const corrections = await listCorrections(ctx, account);
        const rows = corrections.map(({ id, target, effect, companyId, companyName }) => [
          id,
          target,
          effect,
          companyId === null ? '' : `${companyId} ${companyName}`,
        ]);
        const json = corrections.map(({ id, target, effect, companyId, companyName }) => ({
          id,
          target,
          effect,
          company_id: companyId,
          company_name: companyName,
        }));
        return { json, text: formatTable(['ID', 'TARGET', 'EFFECT', 'COMPANY'], rows) };
      }),
    );
  correction
    .command('remove')
    .description('delete a correction; past visits are updated in the background')
    .argument('<account>', 'the account')
    .argument('<id>', 'the correction')
    .action(
      onDatabase(async (ctx, _options, [account, id]) => {
        const { reattributionId } = await deleteCorrection(ctx, account, id);
        return { json: { reattribution_id: reattributionId }, text: `Deleted correction ${id}. Past visits are being re-evaluated.` };
      }),
    );
  correction
    .command('progress')
    .description('show the progress of re-evaluation')
    .argument('<account>', 'the account')
    .action(
      onDatabase(async (ctx, _options, [account]) => {
        const runs = await listReattributions(ctx, account);
        const rows = runs.map((run) => [run.id, run.status, String(run.visitsEvaluated), String(run.visitsChanged), run.reason]);
        const json = runs.map((run) => ({
          id: run.id,
          status: run.status,
          visits_evaluated: run.visitsEvaluated,
          visits_changed: run.visitsChanged,
          reason: run.reason,
        }));
        return { json, text: formatTable(['ID', 'STATUS', 'EVALUATED', 'CHANGED', 'REASON'], rows) };
      }),
    );
}

function effectOf({ company, notACompany, ignore }: AddOptions): CorrectionEffectName {
  const effects: CorrectionEffectName[] = [
    ...(company === undefined ? [] : ['company' as const]),
    ...(notACompany ? ['not_a_company' as const] : []),
    ...(ignore ? ['ignore' as const] : []),
  ];
  const [effect] = effects;
  if (effect === undefined || effects.length > 1) {
    throw new Problem('invalid_input', 'Use exactly one of --company, --not-a-company and --ignore.');
  }
  return effect;
}
