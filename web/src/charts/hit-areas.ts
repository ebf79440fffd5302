type HitArea = { index: number; top: number; height: number };

/** Divides the height of a chart among the points of one step, halfway between neighbors. Points at the same height share evenly. */
export function hitAreas(points: { index: number; y: number }[], height: number): HitArea[] {
  const sorted = points.toSorted((a, b) => a.y - b.y);
  const levels = [...new Set(sorted.map(({ y }) => y))];
  return levels.flatMap((y, level) => {
    const top = level === 0 ? 0 : (levels[level - 1]! + y) / 2;
    const bottom = level === levels.length - 1 ? height : (y + levels[level + 1]!) / 2;
    const sameHeight = sorted.filter((point) => point.y === y);
    const share = (bottom - top) / sameHeight.length;
    return sameHeight.map(({ index }, at) => ({ index, top: top + at * share, height: share }));
  });
}
