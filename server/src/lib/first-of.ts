/** Returns the first item of a list that cannot be empty, such as the row of an aggregate. */
export function firstOf<Item>(list: ArrayLike<Item>): Item {
  if (list.length === 0) throw new RangeError('The list is empty.');
  return list[0] as Item;
}
