import { useEffect } from 'react';

let targets: readonly string[] = [];

/** The companies that the command palette acts on: the selected ones, or the one that is open. */
export const actionTargets = () => targets;

/** Sets the companies that the command palette acts on while the calling component is mounted. */
export function useActionTargets(companyIds: readonly string[]): void {
  const key = companyIds.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes whenever the ids do.
  useEffect(() => {
    targets = companyIds;
    return () => {
      targets = [];
    };
  }, [key]);
}
