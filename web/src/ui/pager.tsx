type PagerProps = { isAtStart: boolean; next: string | null | undefined; onMove: (before: string) => void };

/** Moves through a long log: older entries, or back to the newest. */
export function Pager({ isAtStart, next, onMove }: PagerProps) {
  return (
    <p>
      {!isAtStart && (
        <button type="button" className="button quiet" onClick={() => onMove('')}>
          Newest
        </button>
      )}
      {next && (
        <button type="button" className="button quiet" onClick={() => onMove(next)}>
          Older
        </button>
      )}
    </p>
  );
}
