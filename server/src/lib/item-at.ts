/** Returns the item at an index that must be within the list. */
export function itemAt<Item>(list: ArrayLike<Item>, index: number): Item {
  if (!(index >= 0 && index < list.length)) throw new RangeError(`The list has no item at ${index}.`);
  return list[index] as Item;
}
