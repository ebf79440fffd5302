/**
 * The statement that creates the partition of a month. A visit grows to about twice its first size; the free space of this fillfactor
 * lets it be updated in place, and a partition without it would slow down every write to its month.
 */
export function createVisitPartition(name: string, from: Date, to: Date): string {
  return `create table if not exists ${name} partition of visits
    for values from ('${from.toISOString()}') to ('${to.toISOString()}') with (fillfactor = 40)`;
}
