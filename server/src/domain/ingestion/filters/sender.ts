import { classifySender } from './bots.ts';
import type { Step } from './filter.ts';

/** People stay. Bots, and the assistants and agents of AI, are counted apart from each other. */
export const sender: Step = {
  name: 'sender',
  judge({ userAgent, hints = [] }, { verdict }) {
    const { class: senderClass } = classifySender(userAgent, { dataCentreNetwork: verdict?.kind === 'hosting', headlessHints: hints });
    return senderClass === 'person' ? null : senderClass;
  },
};
