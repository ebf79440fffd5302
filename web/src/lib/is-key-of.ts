export function isKeyOf<Value extends object>(object: Value, key: PropertyKey | null | undefined): key is keyof Value {
  return key !== null && key !== undefined && Object.hasOwn(object, key);
}
