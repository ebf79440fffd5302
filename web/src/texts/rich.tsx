import { Fragment, type ReactNode } from 'react';
import { type AnyKey, partsOf, type ValueNames } from './t.ts';

/** A string with elements, such as links, in its placeholders. */
export function rich<Key extends AnyKey>(key: Key, values: Record<ValueNames<Key>, ReactNode>): ReactNode {
  return partsOf<ReactNode>(key, values).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a string have no other identity and never move.
    <Fragment key={index}>{part}</Fragment>
  ));
}
