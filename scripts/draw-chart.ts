import type { BenchChart } from '../bench/bench-report.ts';

type Axis = Pick<BenchChart['x'], 'scale'> & { low: number; high: number; ticks: number[] };

const width = 810;
const height = 400;
const area = { left: 76, right: 560, top: 48, bottom: 340 };
/** Lines differ in their dashes as well as in color, and are readable on light and dark pages. */
const colors = ['#2563c9', '#c2410c', '#15803d', '#9333ea', '#b45309', '#0e7490', '#be185d', '#64748b'];
const dashes = ['', '7 4', '2 4', '10 3 2 3', '4 2', '1 3', '12 4', '6 2 1 2'];

/** Draws a line chart as an SVG with colors for light and dark pages. */
export function drawChart({ title, x, y, lines }: BenchChart): string {
  const points = lines.flatMap((line) => line.points);
  const xAxis = axisOf(
    x,
    points.map(([at]) => at),
  );
  const yAxis = axisOf(
    y,
    points.map(([, value]) => value),
  );
  const placeX = (value: number) => area.left + fractionAlong(xAxis, value) * (area.right - area.left);
  const placeY = (value: number) => area.bottom - fractionAlong(yAxis, value) * (area.bottom - area.top);
  const parts = [
    `<text class="title" x="${area.left}" y="26">${escapeText(title)}</text>`,
    ...xAxis.ticks.map(
      (tick) =>
        `<path class="grid" d="M${round(placeX(tick))} ${area.top}V${area.bottom}"/><text x="${round(placeX(tick))}" y="${area.bottom + 20}" text-anchor="middle">${label(xAxis, tick)}</text>`,
    ),
    ...yAxis.ticks.map(
      (tick) =>
        `<path class="grid" d="M${area.left} ${round(placeY(tick))}H${area.right}"/><text x="${area.left - 8}" y="${round(placeY(tick)) + 4}" text-anchor="end">${label(yAxis, tick)}</text>`,
    ),
    `<text x="${(area.left + area.right) / 2}" y="${area.bottom + 44}" text-anchor="middle">${escapeText(x.name)}</text>`,
    `<text transform="translate(18 ${(area.top + area.bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeText(y.name)}</text>`,
    ...lines.flatMap((line, number) => {
      const color = colors[number % colors.length];
      const dash = dashes[number % dashes.length];
      const path = line.points
        .map(([at, value], index) => `${index === 0 ? 'M' : 'L'}${round(placeX(at))} ${round(placeY(value))}`)
        .join('');
      const dots = line.points.length > 12 ? [] : line.points;
      const top = area.top + 8 + number * 22;
      return [
        `<path fill="none" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}" d="${path}"/>`,
        ...dots.map(([at, value]) => `<circle cx="${round(placeX(at))}" cy="${round(placeY(value))}" r="3.5" fill="${color}"/>`),
        `<path stroke="${color}" stroke-width="2" stroke-dasharray="${dash}" d="M${area.right + 16} ${top}h26"/><text x="${area.right + 48}" y="${top + 4}">${escapeText(line.name)}</text>`,
      ];
    }),
  ];
  const style =
    'text{font:12px system-ui,sans-serif;fill:#334155}.title{font-size:15px;font-weight:600}.grid{stroke:#94a3b8;stroke-opacity:.35}.page{fill:#fff}' +
    '@media (prefers-color-scheme:dark){text{fill:#cbd5e1}.page{fill:#0f172a}path,circle{filter:brightness(1.5)}.grid{filter:none}}';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(title)}"><style>${style}</style><rect class="page" width="${width}" height="${height}" rx="8"/>${parts.join('')}</svg>\n`;
}

function axisOf({ scale }: BenchChart['x'], values: number[]): Axis {
  const min = Math.min(...values);
  const max = Math.max(...values);
  if (scale === 'factor') {
    const low = 10 ** Math.floor(Math.log10(Math.max(min, 1e-6)));
    const high = 10 ** Math.max(Math.ceil(Math.log10(max) - 1e-9), Math.log10(low) + 1);
    const decades = Math.round(Math.log10(high / low));
    const steps = decades > 3 ? [1] : [1, 3];
    const ticks = Array.from({ length: decades + 1 }, (_, power) => steps.map((step) => low * 10 ** power * step)).flat();
    return { scale, low, high, ticks: ticks.filter((tick) => tick <= high * 1.001) };
  }
  const step = niceStep(Math.max(max, 1e-9) / 5);
  const high = Math.ceil(max / step) * step || 1;
  return { scale, low: 0, high, ticks: Array.from({ length: Math.round(high / step) + 1 }, (_, index) => index * step) };
}

function fractionAlong({ scale, low, high }: Axis, value: number): number {
  if (scale === 'linear') return (value - low) / (high - low);
  return Math.log(Math.max(value, low) / low) / Math.log(high / low);
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * (rough / power <= 1 ? 1 : rough / power <= 2 ? 2 : rough / power <= 5 ? 5 : 10);
}

function label({ scale }: Axis, value: number): string {
  const text = value >= 1000 ? `${Number((value / 1000).toPrecision(3))}k` : String(Number(value.toPrecision(3)));
  return scale === 'factor' ? `×${text}` : text;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
