import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { AccountApi } from '../../../server/src/app/api.ts';
import { type Input, send } from './request.ts';
import { requestPath } from './request-path.ts';
import { useWorkspace } from './session.tsx';

type GetPath = { [Name in keyof AccountApi]: Name extends `GET ${infer Path}` ? Path : never }[keyof AccountApi];
type Get<Path extends GetPath> = AccountApi[`GET ${Path}` & keyof AccountApi];
type Options<Path extends GetPath> = Pick<UseQueryOptions<Get<Path>['response']>, 'enabled' | 'staleTime' | 'refetchInterval'> &
  Input<Get<Path>>;
type OptionsArgument<Path extends GetPath> =
  Record<never, never> extends Options<Path> ? [options?: Options<Path>] : [options: Options<Path>];

/**
 * Queries a path of the account. If only the query parameters change, the previous response is shown until the next one arrives; that of
 * another record is not.
 */
export function useAccountQuery<Path extends GetPath>(
  path: Path,
  ...[options]: OptionsArgument<Path>
): UseQueryResult<Get<Path>['response']> {
  const { base } = useWorkspace();
  const { params, query, enabled, staleTime, refetchInterval } = (options ?? {}) as Options<Path> & {
    params?: Record<string, string>;
    query?: object;
  };
  return useQuery<Get<Path>['response']>({
    queryKey: [base, requestPath(path, { params, query })],
    queryFn: ({ signal }) => send(base, `GET ${path}`, { params, query, signal }),
    placeholderData: (previous, previousQuery) =>
      String(previousQuery?.queryKey[1]).split('?')[0] === requestPath(path, { params }) ? previous : undefined,
    enabled,
    staleTime,
    refetchInterval,
  });
}
