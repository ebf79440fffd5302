import { after } from 'node:test';
import pg from 'pg';
import { accountRole, authRole } from '../../server/src/db/row-level-security/request-roles.ts';

/** `settings` are the previous statements of the same transaction that changed planner settings. */
export type Statement = { role: 'service' | 'auth' | 'account'; text: string; values: unknown[]; settings: string[] };

type QueryArgument = string | { text?: string; values?: unknown[] };

const plannerSetting = /^\s*set local enable_/i;
const transactionWords = /^\s*(?:begin|commit|rollback|start transaction|savepoint|release)\b/i;
/** The settings of a transaction outlive its savepoints; `rollback to` only undoes those made since. */
const savepointWords = /^\s*(?:savepoint|release(?:\s+savepoint)?|rollback\s+to(?:\s+savepoint)?)\s+(\w+)/i;

/**
 * Records every statement that the test file sends from now on, except for transaction control, with its role. Call it before connections
 * are opened.
 */
export function recordStatements(): Statement[] {
  const recorded: Statement[] = [];
  const settingsOf = new WeakMap<pg.Client, string[]>();
  const savepointsOf = new WeakMap<pg.Client, Map<string, string[]>>();
  const followTransaction = (client: pg.Client, text: string) => {
    const savepoint = savepointWords.exec(text)?.[1];
    const savepoints = savepointsOf.get(client) ?? new Map<string, string[]>();
    if (savepoint === undefined) {
      settingsOf.delete(client);
      savepointsOf.delete(client);
    } else if (/^\s*savepoint/i.test(text)) savepointsOf.set(client, savepoints.set(savepoint, settingsOf.get(client) ?? []));
    else if (/^\s*rollback/i.test(text)) settingsOf.set(client, savepoints.get(savepoint) ?? []);
  };
  const send: (this: pg.Client, ...args: unknown[]) => unknown = pg.Client.prototype.query;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [query, values] = args as [QueryArgument, unknown[] | undefined];
    const text = typeof query === 'string' ? query : query.text;
    if (text !== undefined && transactionWords.test(text)) followTransaction(this, text);
    else if (text !== undefined) {
      const settings = settingsOf.get(this) ?? [];
      if (plannerSetting.test(text)) settingsOf.set(this, [...settings, text]);
      recorded.push({ role: roleOf(this), text, values: (typeof query === 'string' ? undefined : query.values) ?? values ?? [], settings });
    }
    return send.apply(this, args);
  } as typeof pg.Client.prototype.query;
  // Other test files run in the same process.
  after(() => {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query;
  });
  return recorded;
}

function roleOf(client: pg.Client): Statement['role'] {
  const { options = '' } = (client as unknown as { connectionParameters: { options?: string } }).connectionParameters;
  if (options.includes(`role=${accountRole}`)) return 'account';
  return options.includes(`role=${authRole}`) ? 'auth' : 'service';
}
