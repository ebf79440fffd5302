import type { Command } from 'commander';
import { decideCandidate } from '../domain/company-merges/decide-candidate.ts';
import { type Candidate, type CandidateStatus, candidateStatuses, listCandidates } from '../domain/company-merges/list-candidates.ts';
import { mergeCompanies } from '../domain/company-merges/merge-companies.ts';
import { reopenCandidate } from '../domain/company-merges/reopen-candidate.ts';
import { Problem } from '../domain/problem.ts';
import { formatTable } from './format-table.ts';
import { onDatabase } from './on-database.ts';

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
        return {
          json: { previous, current },
          text: `Merged company ${previous} into ${current}. Account data is updated in the background.`,
        };
      }),
    );
  addCandidateCommands(company);
}

function addCandidateCommands(company: Command) {
  const candidates = company
    .command('candidates')
    .description('identified names and imported records that may be another company in the directory');
  candidates
    .command('list', { isDefault: true })
    .description('list the pairs awaiting a decision, most likely first')
    .option('--status <status>', candidateStatuses.join(', '), 'open')
    .option('--limit <number>', 'maximum number of pairs', '100')
    .action(
      onDatabase<{ status: string; limit: string }>(async (ctx, { status, limit }) => {
        const listed = await listCandidates(ctx, { status: statusOf(status), limit: limitOf(limit) });
        return { json: listed.map(asJson), text: asTable(listed) };
      }),
    );
  for (const [name, decision, description] of [
    ['accept', 'accepted', 'merge the two companies'],
    ['reject', 'rejected', 'keep the two companies separate; the pair is not listed again'],
  ] as const) {
    withPairArguments(candidates.command(name).description(description)).action(
      onDatabase(async (ctx, _options, [companyId, candidateId]) => {
        await decideCandidate(ctx, companyId, candidateId, decision);
        const text =
          decision === 'accepted'
            ? `Merged company ${companyId} into ${candidateId}. Account data is updated in the background.`
            : `Recorded that company ${companyId} and company ${candidateId} are different.`;
        return { json: { company: companyId, candidate: candidateId, status: decision }, text };
      }),
    );
  }
  withPairArguments(candidates.command('reopen').description('list a rejected pair again')).action(
    onDatabase(async (ctx, _options, [companyId, candidateId]) => {
      await reopenCandidate(ctx, companyId, candidateId);
      const text = `Company ${companyId} and company ${candidateId} are waiting for a decision again.`;
      return { json: { company: companyId, candidate: candidateId, status: 'open' }, text };
    }),
  );
}

function withPairArguments(command: Command): Command {
  return command.argument('<company>', 'the identified or imported company').argument('<candidate>', 'the company in the directory');
}

function statusOf(text: string): CandidateStatus {
  const status = candidateStatuses.find((candidate) => candidate === text);
  if (status === undefined) throw new Problem('invalid_input', `--status must be one of ${candidateStatuses.join(', ')}.`);
  return status;
}

function limitOf(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new Problem('invalid_input', '--limit must be a number from 1 to 10000.');
  return limit;
}

function asTable(candidates: Candidate[]): string {
  const companyText = ({ id, name, countryCode }: Candidate['company']) =>
    `${id} ${name}${countryCode === null ? '' : ` (${countryCode})`}`;
  return formatTable(
    ['SCORE', 'COMPANY', 'CANDIDATE', 'DOMAIN', 'MATCHED ON'],
    candidates.map(({ company, candidate, score, matchedOn }) => [
      score.toFixed(2),
      companyText(company),
      companyText(candidate),
      candidate.domain ?? '',
      matchedOn.join(', '),
    ]),
  );
}

function asJson({ company, candidate, score, matchedOn, status, createdAt, decidedAt }: Candidate) {
  return {
    company: { id: company.id, name: company.name, country_code: company.countryCode },
    candidate: { id: candidate.id, name: candidate.name, domain: candidate.domain, country_code: candidate.countryCode },
    score: Number(score.toFixed(2)),
    matched_on: matchedOn,
    status,
    created_at: createdAt,
    decided_at: decidedAt,
  };
}
