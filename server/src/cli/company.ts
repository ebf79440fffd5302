import type { Command } from 'commander';
import { decideCandidate } from '../domain/company-merges/decide-candidate.ts';
import { type Candidate, type CandidateStatus, candidateStatuses, listCandidates } from '../domain/company-merges/list-candidates.ts';
import { mergeCompanies } from '../domain/company-merges/merge-companies.ts';
import { Problem } from '../domain/problem.ts';
import { onDatabase, table } from './kit.ts';

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
  addCandidateCommands(company);
}

function addCandidateCommands(company: Command) {
  const candidates = company
    .command('candidates')
    .description('names that identification found and that may be a company of the directory');
  candidates
    .command('list', { isDefault: true })
    .description('list the pairs that wait for a decision, the likeliest first')
    .option('--status <status>', candidateStatuses.join(', '), 'open')
    .option('--limit <number>', 'at most so many', '100')
    .action(
      onDatabase<{ status: string; limit: string }>(async (ctx, { status, limit }) => {
        const listed = await listCandidates(ctx, { status: statusOf(status), limit: limitOf(limit) });
        return { json: listed.map(asJson), text: asTable(listed) };
      }),
    );
  for (const [name, decision, description] of [
    ['accept', 'accepted', 'make the two one company'],
    ['reject', 'rejected', 'keep the two apart; the pair is not listed again'],
  ] as const) {
    candidates
      .command(name)
      .description(description)
      .argument('<company>', 'the company that is known by its name only')
      .argument('<candidate>', 'the company of the directory')
      .action(
        onDatabase(async (ctx, _options, [companyId, candidateId]) => {
          await decideCandidate(ctx, companyId, candidateId, decision);
          const text =
            decision === 'accepted'
              ? `Merged company ${companyId} into ${candidateId}. Visits follow in the background.`
              : `Company ${companyId} is not ${candidateId}.`;
          return { json: { company: companyId, candidate: candidateId, status: decision }, text };
        }),
      );
  }
}

function statusOf(text: string): CandidateStatus {
  const status = candidateStatuses.find((one) => one === text);
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
  const named = ({ id, name, countryCode }: Candidate['company']) => `${id} ${name}${countryCode === null ? '' : ` (${countryCode})`}`;
  return table(
    ['Score', 'Company', 'Candidate', 'Domain', 'Matched on'],
    candidates.map(({ company, candidate, score, matchedOn }) => [
      score.toFixed(2),
      named(company),
      named(candidate),
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
