import { userInfo } from 'node:os';
import { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { openContext } from '../context.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { actingAs } from '../domain/audit/actor.ts';
import type { Context } from '../domain/context.ts';
import { createLog } from '../log.ts';
import { type Output, printOutput } from './print-output.ts';
import { plainSteps } from './start-output.ts';

/** Typed as if two arguments were always present, because Commander does not run a command without its required arguments. */
export type Arguments = [string, string, ...string[]];

/** Commander passes the command itself as the last argument of an action. */
export function commandOf(actionArguments: readonly unknown[]): Command {
  const command = actionArguments.at(-1);
  if (!(command instanceof Command)) throw new TypeError('Expected the command as the last argument of the action.');
  return command;
}

export function argumentsOf({ args }: Command): Arguments {
  return args as Arguments;
}

/** Runs a command on the database, with or without a running server, and prints its result. */
export function onDatabase<Options extends object>(
  run: (ctx: Context, options: Options, args: Arguments) => Promise<Output>,
): (...actionArguments: unknown[]) => Promise<void> {
  return async (...actionArguments) => {
    const command = commandOf(actionArguments);
    const options = command.optsWithGlobals<Options & { json?: boolean }>();
    const output = await withContext((ctx) => run(ctx, options, argumentsOf(command)));
    printOutput(output, options.json === true);
  };
}

/** Opens and migrates the database, and runs `work` as the operator. */
export async function withContext<Result>(work: (ctx: Context) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env);
  const show = plainSteps(process.stderr);
  const database = await openDatabase({ ...config, purpose: 'command', onProgress: show, onWarning: show });
  try {
    await migrate(database.url, show);
    return await asOperator(config, database.url, work);
  } finally {
    await database.close();
  }
}

/** Runs `work` on an open, migrated database with the operating system user as the actor. */
export async function asOperator<Result>(config: Config, url: string, work: (ctx: Context) => Promise<Result>): Promise<Result> {
  const log = createLog({ logLevel: 'error', logFormat: config.logFormat });
  const opened = openContext({ ...config, databaseConnections: 4 }, url, log, 'command');
  try {
    return await work(actingAs(opened.ctx, { kind: 'command', id: operatorName(), userId: null }));
  } finally {
    await opened.close();
  }
}

/** Returns the name of the operating system user. In a container, the user may have no name. */
function operatorName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
