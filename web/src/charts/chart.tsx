import { ChartFrame, type Series, type Unit } from './chart-frame.tsx';

type ChartProps = { days: string[]; series: Series[]; label: string; unit?: Unit };

/** Bars by hour, day or week, one series in front of the other. */
export function DayChart({ days, series, label, unit }: ChartProps) {
  return (
    <ChartFrame
      days={days}
      series={series}
      label={label}
      unit={unit}
      draw={({ step, base, y }) =>
        series.map(({ name, color, values }) =>
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
        )
      }
    />
  );
}

/** Lines over time, for a few things that are compared. */
export function LineChart({ days, series, label, unit }: ChartProps) {
  return (
    <ChartFrame
      days={days}
      series={series}
      label={label}
      unit={unit}
      height={180}
      draw={({ step, y }) =>
        series.map(({ name, color, values }) => (
          <polyline
            key={name}
            points={values.map((value, index) => `${(index + 0.5) * step},${y(value)}`).join(' ')}
            fill="none"
            stroke={color}
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        ))
      }
    />
  );
}
