import { useEffect } from 'react';

let targets: readonly string[] = [];

/** The companies that the command palette acts on: those selected, or the one that is open. */
export const actionTargets = () => targets;

/** Tells the command palette which companies the page is about. */
export function useActionTargets(companyIds: readonly string[]): void {
  const key = companyIds.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the ids.
  useEffect(() => {
    targets = companyIds;
    return () => {
      targets = [];
    };
  }, [key]);
}
