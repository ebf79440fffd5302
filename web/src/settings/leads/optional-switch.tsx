import { t } from '../../texts/t.ts';
import formStyles from '../../ui/form.module.css';

/** Marks a criterion as optional. The accessible name contains the criterion, because a form has several of these switches. */
export function OptionalSwitch({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className={formStyles.switch}>
      <input
        type="checkbox"
        aria-label={t('leadSettings.optionalNamed', { name: label })}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      {t('leadSettings.optional')}
    </label>
  );
}
