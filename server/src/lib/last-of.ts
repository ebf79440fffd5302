import { itemAt } from './item-at.ts';

/** Returns the last item of a list that cannot be empty. */
export function lastOf<Item>(list: ArrayLike<Item>): Item {
  return itemAt(list, list.length - 1);
}
