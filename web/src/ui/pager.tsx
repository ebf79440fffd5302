import { t } from '../texts/t.ts';
import { Button } from './button.tsx';

type PagerProps = { isAtStart: boolean; next: string | null | undefined; onMove: (before: string) => void };

/** Moves through a long log: older entries, or back to the newest. */
export function Pager({ isAtStart, next, onMove }: PagerProps) {
  return (
    <p>
      {!isAtStart && (
        <Button quiet onClick={() => onMove('')}>
          {t('common.newest')}
        </Button>
      )}
      {next && (
        <Button quiet onClick={() => onMove(next)}>
          {t('common.older')}
        </Button>
      )}
    </p>
  );
}
