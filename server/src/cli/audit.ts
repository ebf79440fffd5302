import { type Command, InvalidArgumentError } from 'commander';
import { getAccount } from '../domain/accounts/get-account.ts';
import { type AuditEntry, listAudit } from '../domain/audit/list-audit.ts';
import { getUserByEmail } from '../domain/users/get-user-by-email.ts';
import { formatTable } from './format-table.ts';
import { onDatabase } from './on-database.ts';

type Options = { account?: string; user?: string; action?: string; since?: Date; until?: Date; limit: number };

export function addAuditCommand(program: Command) {
  program
    .command('audit')
    .description('show the audit log, newest first')
    .option('--account <id>', 'only this account; 0 for entries without an account')
    .option('--user <email>', 'only changes by this user or one of their credentials')
    .option('--action <name>', 'such as key.created, or key for all actions on keys')
    .option('--since <time>', 'such as 2026-11-01 or 2026-11-01T12:00:00Z', timeOf)
    .option('--until <time>', 'before this time', timeOf)
    .option('--limit <number>', 'maximum number of entries', limitOf, 100)
    .action(
      onDatabase<Options>(async (ctx, { account, user, action, since, until, limit }) => {
        const accountId = account === undefined ? null : account === '0' ? account : (await getAccount(ctx, account)).id;
        const userId = user === undefined ? undefined : (await getUserByEmail(ctx, user)).id;
        const entries = await listAudit(ctx, { accountId, userId, action, since, until, limit });
        const rows = entries.map((entry) => [
          entry.happenedAt.toISOString().slice(0, 19).replace('T', ' '),
          entry.accountId,
          actorName(entry),
          entry.action,
          `${entry.subject.kind} ${entry.subject.id}`,
          JSON.stringify(entry.detail),
        ]);
        return { json: entries.map(asJson), text: formatTable(['TIME', 'ACCOUNT', 'ACTOR', 'ACTION', 'SUBJECT', 'DETAIL'], rows) };
      }),
    );
}

function actorName({ actor: { kind, id, email } }: AuditEntry): string {
  return kind === 'user'
    ? (email ?? `user ${id}`)
    : [kind, id, email === null ? null : `(${email})`].filter((word) => word !== null).join(' ');
}

function asJson({ accountId, id, happenedAt, actor, action, subject, detail }: AuditEntry) {
  const { kind, id: actorId, userId, email } = actor;
  return {
    account_id: accountId,
    id,
    happened_at: happenedAt,
    actor: { kind, id: actorId, user_id: userId, email },
    action,
    subject,
    detail,
  };
}

function timeOf(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('Enter a time such as 2026-11-01T12:00:00Z.');
  return time;
}

function limitOf(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 100_000) throw new InvalidArgumentError('Enter a number from 1 to 100000.');
  return number;
}
