import { isOneOf } from '../../lib/is-one-of.ts';
import { Problem } from '../problem.ts';

const resources = [
  'accounts',
  'companies',
  'contacts',
  'web_visits',
  'campaigns',
  'ip',
  'buyer_personas',
  'icps',
  'tags',
  'lists',
  'custom_fields',
  'settings',
  'usage',
  'reference_data',
] as const;
const readOnly: readonly string[] = ['accounts', 'ip', 'usage', 'reference_data'];

export type Scope = `${(typeof resources)[number]}:${'read' | 'write'}`;

export const scopes: Scope[] = resources.flatMap((resource): Scope[] =>
  readOnly.includes(resource) ? [`${resource}:read`] : [`${resource}:read`, `${resource}:write`],
);

export function checkScopes(requested: string[]): Scope[] {
  const unknown = requested.find((scope) => !isOneOf(scopes, scope));
  if (unknown !== undefined || requested.length === 0) {
    throw new Problem('invalid_input', {
      title: `There is no scope "${unknown ?? ''}": choose from ${scopes.join(', ')}.`,
      parameter: 'scopes',
    });
  }
  return [...new Set(requested.filter((scope) => isOneOf(scopes, scope)))];
}
