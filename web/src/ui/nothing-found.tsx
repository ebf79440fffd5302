import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import formStyles from './form.module.css';

/** What a list shows when a search finds nothing. */
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
