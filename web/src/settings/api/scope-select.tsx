import { t } from '../../texts/t.ts';
import formStyles from '../../ui/form.module.css';
import { scopeName } from '../scope-name.ts';
import settingsStyles from '../settings.module.css';

type ScopeSelectProps = { scopes: readonly string[]; selected: string[] | null; onChange: (selected: string[] | null) => void };

/** Selects all scopes or some of them. Null means all scopes, including future ones. */
export function ScopeSelect({ scopes, selected, onChange }: ScopeSelectProps) {
  const toggle = (scope: string, isOn: boolean) => {
    const before = selected ?? [];
    onChange(isOn ? [...before, scope] : before.filter((other) => other !== scope));
  };
  return (
    <fieldset className={formStyles.plainSet}>
      <legend>{t('apiSettings.scopes')}</legend>
      <label className={formStyles.switch}>
        <input type="checkbox" checked={selected === null} onChange={(event) => onChange(event.target.checked ? null : [])} />{' '}
        {t('apiSettings.allScopes')}
      </label>
      {selected !== null && (
        <div className={settingsStyles.scopeGrid}>
          {scopes.map((scope) => (
            <label key={scope} className={formStyles.switch} title={scope}>
              <input type="checkbox" checked={selected.includes(scope)} onChange={(event) => toggle(scope, event.target.checked)} />{' '}
              {scopeName(scope)}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
