import { detectBot } from './detect-bot.ts';
import type { Filter } from './filter.ts';

/** Bot filter: drops bots and AI agents, counted separately. */
export const bot: Filter = {
  name: 'bot',
  check({ userAgent, hints = [] }, { verdict }) {
    const detected = detectBot(userAgent, { isDataCenterNetwork: verdict?.kind === 'hosting', headlessHints: hints });
    return detected.class === 'person' ? null : detected.class;
  },
};
