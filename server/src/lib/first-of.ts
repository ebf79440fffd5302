import { itemAt } from './item-at.ts';

/** Returns the first item of a list that cannot be empty, such as the row of an aggregate. */
export function firstOf<Item>(list: ArrayLike<Item>): Item {
  return itemAt(list, 0);
}
