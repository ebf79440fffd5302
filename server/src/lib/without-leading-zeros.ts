/** Removes the leading zeros of an id, which the API accepts. */
export function withoutLeadingZeros(id: string): string {
  return id.startsWith('0') ? BigInt(id).toString() : id;
}
