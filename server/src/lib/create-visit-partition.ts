/**
 * The statement that creates a monthly partition. A visit grows to about twice its first size; this fillfactor leaves space to
 * update it in place, without which every write to the month would be slower.
 */
export function createVisitPartition(name: string, from: Date, to: Date): string {
  return `create table if not exists ${name} partition of visits
    for values from ('${from.toISOString()}') to ('${to.toISOString()}') with (fillfactor = 40)`;
}
