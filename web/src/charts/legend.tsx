export function Legend({ entries }: { entries: { name: string; color: string; value?: string }[] }) {
  return (
    <div className="legend">
      {entries.map(({ name, color, value }) => (
        <span key={name} title={name}>
          <i style={{ background: color }} />
          <span className="cut">{name}</span>
          {value !== undefined && <span className="faint number">{value}</span>}
        </span>
      ))}
    </div>
  );
}
