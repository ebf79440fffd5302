/** Returns the last item of a list that cannot be empty. */
export function lastOf<Item>(list: ArrayLike<Item>): Item {
  if (list.length === 0) throw new RangeError('The list is empty.');
  return list[list.length - 1] as Item;
}
