import { ChartFrame, type Mark, type Series, type Unit } from './chart-frame.tsx';

type ChartProps = { steps: string[]; series: Series[]; label: string; unit?: Unit };
type BarChartProps = ChartProps & { hrefOf?: (step: string) => string; marks?: Mark[]; compared?: Series };
type LineChartProps = ChartProps & { hrefOf?: (step: string, seriesIndex: number) => string | undefined };

/** Bars by hour, day, week or month, one series in front of the other, and a line to compare them with. */
export function BarChart({ compared, ...chart }: BarChartProps) {
  const { steps, series } = chart;
  return (
    <ChartFrame
      {...chart}
      series={compared ? [...series, { ...compared, isDashed: true }] : series}
      draw={({ stepWidth, base, y }) => [
        ...series.map(({ name, color, values }) =>
          values.map((value, index) => (
            <rect
              key={`${name}-${steps[index]}`}
              x={(index + 0.14) * stepWidth}
              width={stepWidth * 0.72}
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
              .slice(0, steps.length)
              .map((value, index) => `${(index + 0.5) * stepWidth},${y(value)}`)
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

/** Lines over time, to compare a few series. */
export function LineChart({ hrefOf, ...chart }: LineChartProps) {
  const { series, steps, unit } = chart;
  // Future hours are not drawn, because a value of zero would look like an hour without visits.
  const past = unit === 'hour' ? steps.filter((hour) => Date.parse(hour) <= Date.now()).length : steps.length;
  return (
    <ChartFrame
      {...chart}
      pointHrefOf={hrefOf}
      height={180}
      draw={({ stepWidth, y }) =>
        series.map(({ color, values }) => (
          <polyline
            key={color}
            points={values
              .slice(0, past)
              .map((value, index) => `${(index + 0.5) * stepWidth},${y(value)}`)
              .join(' ')}
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
