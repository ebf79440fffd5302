/**
 * Returns the statement that creates a monthly partition. A visit grows to about twice its initial size; the low fillfactor leaves room
 * to update it within its page. Otherwise every write to the month would be slower.
 */
export function visitPartitionStatement(name: string, from: Date, to: Date): string {
  return `create table if not exists ${name} partition of visits
    for values from ('${from.toISOString()}') to ('${to.toISOString()}') with (fillfactor = 40)`;
}
