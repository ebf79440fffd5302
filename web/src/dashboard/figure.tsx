type FigureProps = { name: string; value: string; now?: number; before?: number };

/** One figure, and how it changed against the days before. */
export function Figure({ name, value, now, before }: FigureProps) {
  const change = now === undefined || !before ? null : Math.round(((now - before) / before) * 100);
  return (
    <div className="figure">
      <dt>{name}</dt>
      <dd className="number">
        {value}
        {change !== null && change !== 0 && (
          <span className={`change ${change > 0 ? 'up' : 'down'}`} title="Against the same number of days before">
            {change > 0 ? '+' : ''}
            {change} %
          </span>
        )}
      </dd>
    </div>
  );
}
