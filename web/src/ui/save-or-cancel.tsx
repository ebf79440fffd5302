import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import formStyles from './form.module.css';

type Props = { isSaving: boolean; onCancel: () => void };

/** The buttons of an inline form. */
export function SaveOrCancel({ isSaving, onCancel }: Props) {
  return (
    <div className={`${formStyles.actions} ${formStyles.end}`}>
      <Button quiet small onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" main small disabled={isSaving}>
        {t('common.save')}
      </Button>
    </div>
  );
}
