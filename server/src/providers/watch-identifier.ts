import type { Logger } from 'pino';
import type { CompanyIdentifier } from '../domain/identification/company-identifier.ts';
import { errorMessage } from '../lib/error-message.ts';

type IdentifierSource = {
  open(): Promise<CompanyIdentifier>;
  /** Changes with the data; null while newer data is being prepared. */
  version(): Promise<string | null>;
};

export type WatchedIdentifier = { identifier: CompanyIdentifier; stop(): void };

/**
 * An identifier that loads new data while the server runs. It polls the version of the data, which is cheap. If new data cannot be
 * opened, the current data stays in use.
 */
export async function watchIdentifier(source: IdentifierSource, log: Logger, everyMs: number): Promise<WatchedIdentifier> {
  // The version is read before the data is opened, so that a change in between is noticed. On the first start there is no version yet.
  const before = await source.version();
  let current = await source.open();
  let currentVersion = before ?? (await source.version());
  let timer: NodeJS.Timeout;
  let isStopped = false;
  let lastError = '';
  const check = async () => {
    try {
      const version = await source.version();
      if (version !== null && version !== currentVersion) {
        current = await source.open();
        currentVersion = version;
        log.info('Loaded new IP data');
      }
      lastError = '';
    } catch (error) {
      const message = errorMessage(error);
      if (message !== lastError && !isStopped) log.error({ err: error }, 'New IP data cannot be used');
      lastError = message;
    }
    if (!isStopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(check, everyMs).unref();
  };
  schedule();
  return {
    identifier: {
      findFacts: (ip, additional, corrections) => current.findFacts(ip, additional, corrections),
      refreshFacts: (facts, block) => current.refreshFacts(facts, block),
      identify: (facts, visitor, corrections) => current.identify(facts, visitor, corrections),
      locate: (ip) => current.locate(ip),
      blocksOf: (asn, max) => current.blocksOf(asn, max),
      // The first instance stays in use, so that its cached hostnames survive new data.
      hostNames: current.hostNames,
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
