import { ChartFrame, type Mark, type Series, type Unit } from './chart-frame.tsx';

type ChartProps = { days: string[]; series: Series[]; label: string; unit?: Unit; hrefOf?: (day: string) => string; marks?: Mark[] };

/** Bars by hour, day, week or month, one series in front of the other, and a line to compare them with. */
export function DayChart({ compared, ...chart }: ChartProps & { compared?: Series }) {
  const { days, series } = chart;
  return (
    <ChartFrame
      {...chart}
      series={compared ? [...series, compared] : series}
      draw={({ step, base, y }) => [
        ...series.map(({ name, color, values }) =>
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
        ),
        compared && (
          <polyline
            key={compared.name}
            points={compared.values
              .slice(0, days.length)
              .map((value, index) => `${(index + 0.5) * step},${y(value)}`)
              .join(' ')}
            fill="none"
            stroke={compared.color}
            strokeWidth="2"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
        ),
      ]}
    />
  );
}

/** Lines over time, for a few things that are compared. */
export function LineChart(chart: ChartProps) {
  const { series } = chart;
  return (
    <ChartFrame
      {...chart}
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
