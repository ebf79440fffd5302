import { type ReactNode, useState } from 'react';
import { formatDay, formatHour, formatMonth, formatNumber } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import chartStyles from './chart.module.css';
import { StepLinks } from './step-links.tsx';

export type Series = { name: string; color: string; values: number[] };

type Scale = { width: number; step: number; base: number; y: (value: number) => number };

/** An hour is named by its time, a day or a week by its first day. */
export type Unit = 'hour' | 'day' | 'week' | 'month';

/** A note on a step. */
export type Mark = { step: number; text: string };

const stepNames = { hour: 'dashboard.hour', day: 'dashboard.day', week: 'dashboard.weekFrom', month: 'dashboard.month' } as const;
const width = 1000;

type ChartFrameProps = {
  days: string[];
  series: Series[];
  label: string;
  height?: number;
  unit?: Unit;
  /** The page behind a step. */
  hrefOf?: (day: string) => string;
  marks?: Mark[];
  draw: (scale: Scale) => ReactNode;
};

/** The common parts of charts over time: grid, dates, tooltip, and a table for screen readers. */
export function ChartFrame({ days, series, label, height = 220, unit = 'day', hrefOf, marks = [], draw }: ChartFrameProps) {
  const [at, setAt] = useState<number | null>(null);
  const base = height - 24;
  const top = niceTop(Math.max(1, ...series.flatMap(({ values }) => values)));
  const step = width / Math.max(1, days.length);
  const y = (value: number) => base - (value / top) * (base - 10);
  const middle = Math.floor(days.length / 2);
  const nameOf = unit === 'hour' ? formatHour : unit === 'month' ? formatMonth : formatDay;
  const marksAt = (step: number) => marks.filter((mark) => mark.step === step);
  const stepWords = (name: string, index: number) =>
    `${name}: ${series.map((one) => `${one.name} ${formatNumber(one.values[index] ?? 0)}`).join(', ')}`;
  return (
    <figure className={chartStyles.chart}>
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
        {draw({ width, step, base, y })}
        {[...new Set(marks.map((mark) => mark.step))].map((marked) => (
          <line
            key={marked}
            x1={(marked + 0.5) * step}
            x2={(marked + 0.5) * step}
            y1="0"
            y2={base}
            stroke="var(--accent)"
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {hrefOf && (
        <StepLinks days={days} height={base} hrefOf={hrefOf} nameOf={(day, index) => stepWords(nameOf(day), index)} onAt={setAt} />
      )}
      <span className={`${chartStyles.chartTop} faint number`} aria-hidden="true">
        {formatNumber(top)}
      </span>
      <div className={`${chartStyles.chartDays} faint number`} aria-hidden="true">
        <span>{days[0] && nameOf(days[0])}</span>
        <span>{days.length > 2 && nameOf(days[middle]!)}</span>
        <span>{days.length > 1 && nameOf(days.at(-1)!)}</span>
      </div>
      {at !== null && (
        <div className={chartStyles.chartTip} style={{ left: `min(${(at / days.length) * 100}%, calc(100% - 190px))` }}>
          <strong>{unit === 'week' ? t('dashboard.weekFromDay', { day: nameOf(days[at]!) }) : nameOf(days[at]!)}</strong>
          {series.map(({ name, color, values }) => (
            <div key={name} className={chartStyles.tipLine}>
              <i style={{ background: color }} />
              <span className="cut">{name}</span>
              <span className="number">{formatNumber(values[at] ?? 0)}</span>
            </div>
          ))}
          {marksAt(at).map(({ text }) => (
            <div key={text} className={chartStyles.tipNote}>
              {text}
            </div>
          ))}
        </div>
      )}
      <table className="unseen">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th>{t(stepNames[unit])}</th>
            {series.map(({ name }) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <th>{nameOf(day)}</th>
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
