import { classifySender } from './classify-sender.ts';
import type { Filter } from './filter.ts';

/** Bot filter: drops bots and AI agents, counted separately. */
export const sender: Filter = {
  name: 'sender',
  check({ userAgent, hints = [] }, { verdict }) {
    const { class: senderClass } = classifySender(userAgent, { dataCenterNetwork: verdict?.kind === 'hosting', headlessHints: hints });
    return senderClass === 'person' ? null : senderClass;
  },
};
