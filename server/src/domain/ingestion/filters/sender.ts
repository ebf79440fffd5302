import { classifySender } from './bots.ts';
import type { Filter } from './filter.ts';

/** People stay. Bots, and the assistants and agents of AI, are counted apart from each other. */
export const sender: Filter = {
  name: 'sender',
  judge({ userAgent, hints = [] }, { verdict }) {
    const { class: senderClass } = classifySender(userAgent, { dataCentreNetwork: verdict?.kind === 'hosting', headlessHints: hints });
    return senderClass === 'person' ? null : senderClass;
  },
};
