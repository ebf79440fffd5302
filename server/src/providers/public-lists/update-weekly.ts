import type { Logger } from 'pino';
import { dayMs } from '../../lib/day-ms.ts';
import { type PublicList, publicLists } from './public-lists.ts';
import { readStoredList } from './stored-list.ts';
import { updatePublicList } from './update-public-list.ts';

const weekMs = 7 * dayMs;
const checkEveryMs = 3_600_000;

type WeeklyUpdates = {
  stop(): void;
  /** Resolves when no update is running. */
  idle(): Promise<void>;
};

/** Updates the lists in this process's data folder once a week. A failed list is retried after an hour. */
export function updateWeekly(dataDir: string, now: () => Date, log: Logger, lists: readonly PublicList[] = publicLists): WeeklyUpdates {
  let isStopped = false;
  const check = async () => {
    for (const list of lists) {
      if (isStopped) return;
      try {
        const checkedAt = readStoredList(dataDir, list.name)?.checkedAt;
        if (checkedAt !== undefined && now().getTime() - new Date(checkedAt).getTime() < weekMs) continue;
        const { entries, isNew } = await updatePublicList(dataDir, list, { now: now() });
        if (isNew) log.info({ list: list.name, entries }, 'Installed a newer public list');
      } catch (error) {
        log.warn({ list: list.name, err: error }, 'Could not update a public list; the previous one stays in use');
      }
    }
  };
  // Checks run one after the other, so that with a slow publisher two of them do not fetch the same list.
  let running = check();
  const timer = setInterval(() => {
    running = running.then(check);
  }, checkEveryMs).unref();
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
    idle: () => running,
  };
}
