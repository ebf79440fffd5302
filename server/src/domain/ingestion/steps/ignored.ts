import type { Step } from './step.ts';

/** The account has said that it wants to see nothing of this address or company. */
export const ignored: Step = {
  name: 'ignored',
  judge: (_hit, { verdict }) => (verdict?.ignored ? 'ignored' : null),
};
