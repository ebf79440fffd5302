import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchTable } from '../bench/bench-report.ts';
import { drawChart } from './draw-chart.ts';
import type { BenchRecord } from './record-bench.ts';
import { renderSizing } from './render-sizing.ts';

const introduction = `# Performance

Made by \`npm run bench\` from what its runs measured; a part is made anew by \`npm run bench -- NAME --write\`. Each benchmark runs
the real service with the embedded PostgreSQL and real HTTP on one machine, and holds it against something bare (or against a
tenth of the data) in the same run: the ratios tell more than the figures, which are those of the machine named with them. A goal
that was not met stands here like the others.
`;

/** Writes docs/performance.md and its pictures from the records of the last run of each benchmark. */
export function renderPerformance(root: string): void {
  const folder = join(root, 'docs/performance');
  const records = globSync('*.json', { cwd: folder })
    .sort()
    .map((file): BenchRecord => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  for (const { report } of records)
    for (const chart of report.charts) writeFileSync(join(folder, `${chart.fileName}.svg`), drawChart(chart));
  const parts = [introduction, summary(records), ...records.map(part)];
  writeFileSync(join(root, 'docs/performance.md'), parts.join('\n'));
  writeSizing(join(root, 'docs/operating.md'), records);
}

/** The operating manual holds a table that follows from what was measured; the rest of it is written by hand. */
function writeSizing(file: string, records: BenchRecord[]) {
  const figures = Object.assign({}, ...records.map(({ report }) => report.figures ?? {}));
  const table = renderSizing(figures);
  if (table === null) return;
  const text = readFileSync(file, 'utf8');
  const [begin, end] = ['<!-- sizing: made by npm run bench -->', '<!-- end of sizing -->'];
  const [before, rest] = text.split(begin, 2);
  const after = rest?.split(end, 2)[1];
  if (after === undefined) throw new Error(`${file} has no place for the table of sizes.`);
  writeFileSync(file, `${before}${begin}\n${table}${end}${after}`);
}

function summary(records: BenchRecord[]): string {
  const rows = records.map(({ name, takenAt, seconds, report }) => {
    const kept = report.goals.filter(({ isKept }) => isKept).length;
    return [
      `[${name}](#${name})`,
      report.title,
      `${kept} of ${report.goals.length}`,
      takenAt.slice(0, 16).replace('T', ' '),
      `${seconds} s`,
    ];
  });
  return tableText({ title: '', columns: ['Benchmark', 'What', 'Goals met', 'Taken (UTC)', 'Took'], rows });
}

function part({ name, command, takenAt, machine, report }: BenchRecord): string {
  const { cores, processor, memoryGigabytes, system, node, postgres, loadAfter } = machine;
  const goals = report.goals.map((goal) => [goal.name, goal.measured, goal.promised, goal.isKept ? 'met' : '**not met**']);
  return [
    `## ${name}\n`,
    `${report.title}. \`${command}\`, ${takenAt.slice(0, 10)}, ${cores} cores (${processor}), ${memoryGigabytes} GB, ${system}, Node ${node}, PostgreSQL ${postgres}; the machine's load at the end was ${loadAfter}.\n`,
    tableText({ title: '', columns: ['Goal', 'Measured', 'Promised', 'Outcome'], rows: goals }),
    ...report.tables.map(tableText),
    ...report.charts.map(({ fileName, title }) => `![${title}](performance/${fileName}.svg)\n`),
  ].join('\n');
}

function tableText({ title, columns, rows }: BenchTable): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const head = title === '' ? [] : [`${title}:`, ''];
  return [...head, line(columns), `|${columns.map(() => '---').join('|')}|`, ...rows.map(line), ''].join('\n');
}
