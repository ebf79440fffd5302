import { type ReactNode, useState } from 'react';
import { formatDay, formatHour, formatMonth, formatNumber } from '../lib/format.ts';
import { formatTime } from '../lib/format-rarely.ts';
import { t } from '../texts/t.ts';
import chartStyles from './chart.module.css';
import { hitAreas } from './hit-areas.ts';
import { type StepLink, StepLinks } from './step-links.tsx';
import { Swatch } from './swatch.tsx';

/** A series, identified by its color. It may have fewer values than the chart has steps; the remaining steps show no value. */
export type Series = { name: string; color: string; values: number[]; isDashed?: boolean };

type Scale = { width: number; stepWidth: number; base: number; y: (value: number) => number };

/** Length of a step. A step is identified by its start: the time of an hour, a day, or the first day of a week or month. */
export type Unit = 'hour' | 'day' | 'week' | 'month';

/** An annotation of a step. */
export type Mark = { step: number; text: string };

const stepNames = { hour: 'dashboard.hour', day: 'dashboard.day', week: 'dashboard.weekFrom', month: 'dashboard.month' } as const;
const width = 1000;

type ChartFrameProps = {
  steps: string[];
  series: Series[];
  label: string;
  height?: number;
  unit?: Unit;
  /** The page that a step links to. */
  hrefOf?: (step: string) => string;
  /** The page that the point of one series links to. */
  pointHrefOf?: (step: string, seriesIndex: number) => string | undefined;
  marks?: Mark[];
  draw: (scale: Scale) => ReactNode;
};

/** The common parts of time-series charts: grid, dates, tooltip, and a table for screen readers. */
export function ChartFrame({ steps, series, label, height = 220, unit = 'day', hrefOf, pointHrefOf, marks = [], draw }: ChartFrameProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  // The chart may have fewer steps than when the mouse or the focus was placed on a step.
  const active = pointed !== null && pointed < steps.length ? pointed : null;
  const base = height - 24;
  const top = niceTop(Math.max(1, ...series.flatMap(({ values }) => values)));
  const stepWidth = width / Math.max(1, steps.length);
  const y = (value: number) => base - (value / top) * (base - 10);
  const middle = Math.floor(steps.length / 2);
  const nameOf = unit === 'hour' ? formatTime : unit === 'month' ? formatMonth : formatDay;
  const shortNameOf = unit === 'hour' ? formatHour : nameOf;
  const marksAt = (step: number) => marks.filter((mark) => mark.step === step);
  // Leads are listed by day, so an hour links to its whole day.
  const hint = unit === 'hour' && (hrefOf || pointHrefOf) ? t('dashboard.opensTheDay') : null;
  const linkName = (text: string) => (hint ? `${text}. ${hint}` : text);
  const stepText = (name: string, index: number) =>
    `${name}: ${valuesAt(series, index)
      .map((point) => `${point.name} ${formatNumber(point.value)}`)
      .join(', ')}`;
  /** Points with a value of zero have no link. */
  const pointLinks = (step: string, index: number): StepLink[] =>
    hitAreas(
      series.flatMap(({ values }, at) => (values[index] ? { index: at, y: y(values[index]) } : [])),
      base,
    ).flatMap((area) => {
      const { name: line, color, values } = series[area.index]!;
      const value = values[index]!;
      const href = pointHrefOf?.(step, area.index);
      const name = linkName(`${nameOf(step)}: ${line} ${formatNumber(value)}`);
      return href === undefined
        ? []
        : { step: index, href, name, top: area.top, height: area.height, point: { color, y: y(value) - area.top } };
    });
  const links = hrefOf
    ? steps.map((step, index) => ({ step: index, href: hrefOf(step), name: linkName(stepText(nameOf(step), index)), top: 0, height: base }))
    : steps.flatMap(pointLinks);
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
          setPointed(Math.max(0, Math.min(steps.length - 1, Math.floor(((event.clientX - left) / shown) * steps.length))));
        }}
        onMouseLeave={() => setPointed(null)}
      >
        {[0, 0.5, 1].map((part) => (
          <line key={part} x1="0" x2={width} y1={y(top * part)} y2={y(top * part)} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
        ))}
        {active !== null && <rect x={active * stepWidth} y="0" width={stepWidth} height={base} fill="var(--hover)" />}
        {draw({ width, stepWidth, base, y })}
        {[...new Set(marks.map((mark) => mark.step))].map((marked) => (
          <line
            key={marked}
            x1={(marked + 0.5) * stepWidth}
            x2={(marked + 0.5) * stepWidth}
            y1="0"
            y2={base}
            stroke="var(--accent)"
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {links.length > 0 && <StepLinks links={links} steps={steps.length} onActiveChange={setPointed} />}
      <span className={`${chartStyles.chartTop} faint number`} aria-hidden="true">
        {formatNumber(top)}
      </span>
      <div className={`${chartStyles.axisLabels} faint number`} aria-hidden="true">
        <span>{steps[0] && nameOf(steps[0])}</span>
        <span>{steps.length > 2 && shortNameOf(steps[middle]!)}</span>
        <span>{steps.length > 1 && shortNameOf(steps.at(-1)!)}</span>
      </div>
      {active !== null && (
        <div className={chartStyles.chartTip} style={{ left: `min(${(active / steps.length) * 100}%, calc(100% - 190px))` }}>
          <strong>{unit === 'week' ? t('dashboard.weekFromDay', { day: nameOf(steps[active]!) }) : nameOf(steps[active]!)}</strong>
          {valuesAt(series, active).map(({ name, color, isDashed, value }) => (
            <div key={color} className={chartStyles.tipLine}>
              <Swatch color={color} isDashed={isDashed} />
              <span className="truncate">{name}</span>
              <span className="number">{formatNumber(value)}</span>
            </div>
          ))}
          {marksAt(active).map(({ text }) => (
            <div key={text} className={chartStyles.tipNote}>
              {text}
            </div>
          ))}
          {hint && <div className={`${chartStyles.tipNote} faint`}>{hint}</div>}
        </div>
      )}
      {/* The table is inside an element that is hidden, because a hidden table itself would still be as wide as its content. */}
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th>{t(stepNames[unit])}</th>
              {series.map(({ name, color }) => (
                <th key={color}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map((step, index) => (
              <tr key={step}>
                <th>{nameOf(step)}</th>
                {series.map(({ color, values }) => (
                  <td key={color}>{values[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function valuesAt(series: Series[], step: number): (Series & { value: number })[] {
  return series.flatMap((line) => (line.values[step] === undefined ? [] : { ...line, value: line.values[step] }));
}

function niceTop(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * size).find((top) => top >= value) ?? value;
}
