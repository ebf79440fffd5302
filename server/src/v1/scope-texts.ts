import { type Scope, scopes } from '../domain/auth/scopes.ts';
import { operations } from './operations/index.ts';

/** What each scope allows, in the words of the operations that need it. The consent page shows them. */
export function scopeTexts(): ReadonlyMap<Scope, string[]> {
  return new Map(scopes.map((scope) => [scope, operations.filter((operation) => operation.scope === scope).map(({ summary }) => summary)]));
}
