import filterStyles from '../../feeds/filter.module.css';
import { t } from '../../texts/t.ts';
import formStyles from '../../ui/form.module.css';
import settingsStyles from '../settings.module.css';

type ScopeSelectProps = { scopes: readonly string[]; wanted: string[] | null; onChange: (wanted: string[] | null) => void };

/** All scopes, or some of them. Null means all, including future ones. */
export function ScopeSelect({ scopes, wanted, onChange }: ScopeSelectProps) {
  const toggle = (scope: string, isOn: boolean) => {
    const before = wanted ?? [];
    onChange(isOn ? [...before, scope] : before.filter((one) => one !== scope));
  };
  return (
    <fieldset className={filterStyles.condition}>
      <legend>{t('apiSettings.scopes')}</legend>
      <label className={formStyles.switch}>
        <input type="checkbox" checked={wanted === null} onChange={(event) => onChange(event.target.checked ? null : [])} />{' '}
        {t('apiSettings.allScopes')}
      </label>
      {wanted !== null && (
        <div className={settingsStyles.scopeGrid}>
          {scopes.map((scope) => (
            <label key={scope} className={`${formStyles.switch} mono`}>
              <input type="checkbox" checked={wanted.includes(scope)} onChange={(event) => toggle(scope, event.target.checked)} /> {scope}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
