import { type Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config.ts';
import { type Role, roles } from '../doors.ts';
import { makeLog } from '../log.ts';
import { startService } from '../start.ts';

export function addStartCommand(program: Command) {
  program
    .command('start')
    .description('run the service')
    .option('--role <list>', `what this process does: ${roles.join(', ')} (all of them)`, rolesOf, [...roles])
    .option('--no-demo', 'do not make the demo account')
    .action(async ({ role, json }: { role: Role[]; demo: boolean; json?: boolean }) => {
      const config = readConfig(process.env);
      const log = makeLog(config);
      const service = await startService({ config, log, roles: role, onProgress: (words) => process.stderr.write(`${words} …\n`) });
      if (json) process.stdout.write(`${JSON.stringify({ url: config.publicUrl, port: service.port })}\n`);
      else process.stdout.write(`\nLeadlight runs at ${config.publicUrl}\n`);
      stopOnSignal(async () => {
        process.stderr.write('Stopping …\n');
        await service.stop();
      });
    });
}

/** Ends well on the first signal, or when the process that started this one is gone; further signals are the same wish. */
function stopOnSignal(stop: () => Promise<void>) {
  let stopping = false;
  const begin = () => {
    if (stopping) return;
    stopping = true;
    // Whatever hangs must not keep the operator waiting.
    setTimeout(() => process.exit(1), 9000).unref();
    stop().then(
      () => process.exit(0),
      (error: Error) => {
        process.stderr.write(`Stopping failed: ${error.message}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, begin);
  process.on('disconnect', begin);
}

function rolesOf(text: string): Role[] {
  return text.split(',').map((part) => {
    const found = roles.find((role) => role === part.trim());
    if (!found) throw new InvalidArgumentError(`There is no role "${part}": choose from ${roles.join(', ')}.`);
    return found;
  });
}
