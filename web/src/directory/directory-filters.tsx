import type { Filter } from '../api/responses.ts';
import { FilterValues } from '../feeds/filter-values.tsx';
import { useFilterFields } from '../feeds/filters.ts';
import { useDebouncedInput } from '../lib/use-debounced-input.ts';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import cardStyles from '../ui/card.module.css';
import formStyles from '../ui/form.module.css';
import { Switch } from '../ui/form-fields.tsx';
import styles from './directory.module.css';

const criteria = [
  { param: 'country', field: 'headquarters_country_code', text: 'directory.country' },
  { param: 'size', field: 'employee_range', text: 'directory.size' },
  { param: 'industry', field: 'industry_code', text: 'common.industry' },
] as const;

/** The search criteria of the directory. A company must match all criteria, each with any of its selected values. */
export function DirectoryFilters() {
  const [params, change] = useParams();
  const fields = useFilterFields(true);
  const { input, setInput } = useDebouncedInput(params.get('q') ?? '', (q) => change({ q }, { replace: true }));
  return (
    <section className={`${cardStyles.card} ${cardStyles.padded} ${formStyles.stack}`}>
      <input
        type="search"
        className={formStyles.input}
        aria-label={t('directory.search')}
        placeholder={t('directory.search')}
        maxLength={200}
        value={input}
        onChange={(event) => setInput(event.target.value)}
      />
      <div className={styles.criteria}>
        {criteria.map(({ param, field, text }) => {
          const values = (params.get(param) ?? '').split(',').filter(Boolean);
          const filter: Filter = { field, operator: 'is', values, excluded: false };
          const filterField = fields.find(({ name }) => name === field);
          return (
            <fieldset key={param} className={formStyles.plainSet}>
              <legend>{t(text)}</legend>
              {filterField ? (
                <FilterValues
                  filter={filter}
                  field={filterField}
                  onChange={(next) => change({ [param]: next.join(',') }, { replace: true })}
                />
              ) : (
                // Until the options are loaded, a typed name such as "Germany" cannot be converted to its code.
                <input className={formStyles.input} aria-label={t(text)} disabled />
              )}
            </fieldset>
          );
        })}
      </div>
      <Switch
        label={t('directory.alsoVisited')}
        disabled={false}
        value={params.get('visited') !== null}
        onChange={(isOn) => change({ visited: isOn ? '1' : null }, { replace: true })}
      />
    </section>
  );
}
