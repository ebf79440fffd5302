import type { Lane } from '../domain/lanes/lanes.ts';
import { itemAt } from '../lib/item-at.ts';

/** Orders the waiting lanes of each round so that every lane waits for about one round. In a new random order, a lane could wait for two. */
export class LaneOrder {
  #positions = new Map<string, number>();

  /**
   * Returns lanes that were not in the previous round first, then the others in the order of that round. New lanes are shuffled: in order
   * of creation, one transaction would update all rows of a heap page, which then has no space for their new versions (no HOT updates), and
   * workers would compete for the same lanes.
   */
  next(lanes: readonly Lane[]): Lane[] {
    const ordered = shuffle(lanes)
      .map((lane) => ({ lane, position: this.#positions.get(keyOf(lane)) ?? -1 }))
      .sort((a, b) => a.position - b.position)
      .map(({ lane }) => lane);
    this.#positions = new Map(ordered.map((lane, index) => [keyOf(lane), index]));
    return ordered;
  }
}

function keyOf({ accountId, lane }: Lane): string {
  return `${accountId}/${lane}`;
}

function shuffle(lanes: readonly Lane[]): Lane[] {
  const shuffled = [...lanes];
  for (let index = shuffled.length - 1; index > 0; index--) {
    const other = Math.floor(Math.random() * (index + 1));
    [shuffled[index], shuffled[other]] = [itemAt(shuffled, other), itemAt(shuffled, index)];
  }
  return shuffled;
}
