type OlderNewestProps = { isAtStart: boolean; next: string | null | undefined; onMove: (before: string) => void };

/** The way through a long record of the past: further back, or to its newest end again. */
export function OlderNewest({ isAtStart, next, onMove }: OlderNewestProps) {
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
