import type { Logger } from 'pino';
import type { Identifier } from '../domain/identification/identifier.ts';
import { errorMessage } from '../lib/error-message.ts';

type IdentifierSource = {
  open(): Promise<Identifier>;
  /** Changes with the data; null while newer ones are still being prepared. */
  version(): Promise<string | null>;
};

export type WatchedIdentifier = { identifier: Identifier; stop(): void };

/**
 * An identifier that takes up new data while the server runs. The version is looked at again and again, which costs next to
 * nothing; data that cannot be opened leave the present ones in use.
 */
export async function watchIdentifier(source: IdentifierSource, log: Logger, everyMs: number): Promise<WatchedIdentifier> {
  // Asked for before the data are opened, so that what comes meanwhile is noticed; the first start has nothing to ask before.
  const before = await source.version();
  let current = await source.open();
  let inUse = before ?? (await source.version());
  let timer: NodeJS.Timeout;
  let isStopped = false;
  let lastTrouble = '';
  const look = async () => {
    try {
      const version = await source.version();
      if (version !== null && version !== inUse) {
        current = await source.open();
        inUse = version;
        log.info('New address data are in use');
      }
      lastTrouble = '';
    } catch (error) {
      const trouble = errorMessage(error);
      if (trouble !== lastTrouble && !isStopped) log.error({ err: error }, 'New address data cannot be used');
      lastTrouble = trouble;
    }
    if (!isStopped) plan();
  };
  const plan = () => {
    timer = setTimeout(look, everyMs).unref();
  };
  plan();
  return {
    identifier: {
      findFacts: (ip, further, rules) => current.findFacts(ip, further, rules),
      renewFacts: (facts, block) => current.renewFacts(facts, block),
      judge: (facts, visitor, rules) => current.judge(facts, visitor, rules),
      locate: (ip) => current.locate(ip),
      blocksOf: (asn, most) => current.blocksOf(asn, most),
      // What was asked of the name servers stays known.
      hostNames: current.hostNames,
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
