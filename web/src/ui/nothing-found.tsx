import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import formStyles from './form.module.css';

/** Shown instead of a list if a search finds nothing. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <p className={formStyles.actions} role="status">
      <span className="soft">{t('common.nothingFound')}</span>
      <Button small onClick={onClear}>
        {t('common.clearSearch')}
      </Button>
    </p>
  );
}
