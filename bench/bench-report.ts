/** A target, the measured value, and whether it meets the target. */
export type Goal = { name: string; measured: string; target: string; isMet: boolean };

export type BenchTable = { title: string; columns: string[]; rows: string[][] };

/** A line chart. The scale `factor` is logarithmic. */
export type BenchChart = {
  fileName: string;
  title: string;
  x: { name: string; scale: 'linear' | 'factor' };
  y: { name: string; scale: 'linear' | 'factor' };
  lines: { name: string; points: [x: number, y: number][] }[];
};

/** The result of a benchmark. The benchmark itself prints only progress. */
export type BenchReport = {
  title: string;
  goals: Goal[];
  tables: BenchTable[];
  charts: BenchChart[];
  /** Input for the sizing table in docs/operating.md. */
  figures?: Record<string, number>;
};

export type Bench = (args: string[]) => Promise<BenchReport>;

export function atLeast(name: string, measured: number, min: number, digits = 2): Goal {
  return { name, measured: measured.toFixed(digits), target: `at least ${thousands(min)}`, isMet: measured >= min };
}

export function atMost(name: string, measured: number, max: number, unit = '', digits = 2): Goal {
  const space = unit === '' ? '' : ' ';
  return {
    name,
    measured: `${measured.toFixed(digits)}${space}${unit}`,
    target: `at most ${thousands(max)}${space}${unit}`,
    isMet: measured <= max,
  };
}

export function none(name: string, found: number): Goal {
  return { name, measured: String(found), target: 'none', isMet: found === 0 };
}

export function thousands(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
