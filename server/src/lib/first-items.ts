type Tuple<Item, Count extends number, Items extends Item[] = []> = Items['length'] extends Count
  ? Items
  : Tuple<Item, Count, [...Items, Item]>;

/** Returns the first `count` items of a list that must have at least that many. */
export function firstItems<Item, Count extends number>(list: readonly Item[], count: Count): Tuple<Item, Count> {
  if (list.length < count) throw new RangeError(`The list has ${list.length} of ${count} items.`);
  return list.slice(0, count) as Tuple<Item, Count>;
}
