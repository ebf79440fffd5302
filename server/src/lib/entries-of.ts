/** Like `Object.entries`, but with typed keys and without missing values. Only for objects without keys beyond their type. */
export function entriesOf<Key extends string, Value>(object: { readonly [One in Key]?: Value }): [Key, Value][] {
  const entries: [Key, Value][] = [];
  for (const key in object) {
    const value = object[key];
    if (value !== undefined) entries.push([key, value]);
  }
  return entries;
}

export function keysOf<Key extends string>(object: { readonly [One in Key]?: unknown }): Key[] {
  return entriesOf(object).map(([key]) => key);
}
