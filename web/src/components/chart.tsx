import { useState } from 'react';
import { formatDay, formatNumber } from '../lib/format.ts';

export type Series = { name: string; color: string; values: number[] };

const width = 1000;
const height = 220;
const base = height - 24;

/** Bars by day, one series in front of the other. Figures show on hover; a table says the same to those who do not see it. */
export function DayChart({ days, series, label }: { days: string[]; series: Series[]; label: string }) {
  const [at, setAt] = useState<number | null>(null);
  const top = niceTop(Math.max(1, ...series.flatMap(({ values }) => values)));
  const step = width / Math.max(1, days.length);
  const y = (value: number) => base - (value / top) * (base - 10);
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        height={height}
        role="img"
        aria-label={label}
        onMouseMove={(event) => {
          const { left, width: shown } = event.currentTarget.getBoundingClientRect();
          setAt(Math.max(0, Math.min(days.length - 1, Math.floor(((event.clientX - left) / shown) * days.length))));
        }}
        onMouseLeave={() => setAt(null)}
      >
        {[0, 0.5, 1].map((part) => (
          <line key={part} x1="0" x2={width} y1={y(top * part)} y2={y(top * part)} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
        ))}
        {at !== null && <rect x={at * step} y="0" width={step} height={base} fill="var(--hover)" />}
        {series.map(({ name, color, values }) =>
          values.map((value, index) => (
            <rect
              key={`${name}-${days[index]}`}
              x={index * step + step * 0.14}
              width={step * 0.72}
              y={y(value)}
              height={Math.max(0, base - y(value))}
              rx="2"
              fill={color}
            />
          )),
        )}
      </svg>
      <div
        className="faint number"
        style={{ display: 'flex', justifyContent: 'space-between', fontSize: 11.5, marginTop: -20 }}
        aria-hidden="true"
      >
        <span>{days[0] && formatDay(days[0])}</span>
        <span>{days.length > 2 && formatDay(days[Math.floor(days.length / 2)]!)}</span>
        <span>{days.length > 1 && formatDay(days.at(-1)!)}</span>
      </div>
      {at !== null && (
        <div className="chart-tip" style={{ left: `min(${(at / days.length) * 100}%, calc(100% - 150px))` }}>
          <strong>{formatDay(days[at]!)}</strong>
          {series.map(({ name, values }) => (
            <div key={name} className="number">
              {name} {formatNumber(values[at] ?? 0)}
            </div>
          ))}
        </div>
      )}
      <table className="unseen">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th>Day</th>
            {series.map(({ name }) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <th>{day}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{values[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function niceTop(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * size).find((top) => top >= value) ?? value;
}
