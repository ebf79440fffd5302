import { t } from '../texts/t.ts';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import { ColumnResizer } from './column-resizer.tsx';
import { type columns, firstOrder } from './lead-columns.ts';
import styles from './lead-table.module.css';

type Column = (typeof columns)[number];

type LeadTableHeadProps = {
  columns: readonly Column[];
  sort: string;
  order: string;
  onSort: (sort: string, order: string) => void;
  onResize: (column: Column, width: number) => void;
  areAllSelected: boolean;
  /** Null for users who cannot change leads. */
  onToggleAll: (() => void) | null;
};

/** The headings of the list of leads, which sort it. */
export function LeadTableHead({ columns, sort, order, onSort, onResize, areAllSelected, onToggleAll }: LeadTableHeadProps) {
  const orderOf = (column: string | null) =>
    column === null ? undefined : column !== sort ? 'none' : order === 'asc' ? 'ascending' : 'descending';
  return (
    <div role="rowgroup">
      <div className={`${styles.leadLine} ${styles.head}`} role="row" aria-rowindex={1}>
        <span role="columnheader" className={styles.check}>
          {onToggleAll && (
            <input
              type="checkbox"
              className={formStyles.check}
              aria-label={t('leads.selectAllVisibleLeads')}
              checked={areAllSelected}
              onChange={onToggleAll}
            />
          )}
        </span>
        {columns.map((column) => (
          <span
            key={column.text}
            role="columnheader"
            data-column={column.key}
            className={column.className.map((name) => styles[name]).join(' ') || undefined}
            aria-sort={orderOf(column.sort)}
          >
            {column.sort === null ? (
              t(column.text)
            ) : (
              <button
                type="button"
                aria-label={'icon' in column ? t(column.text) : undefined}
                title={'icon' in column ? t(column.text) : undefined}
                onClick={() => onSort(column.sort!, nextOrder(column.sort!, sort, order))}
              >
                {'icon' in column ? <Icon name={column.icon} size={14} /> : t(column.text)}
                {column.sort === sort && <Icon name={order === 'asc' ? 'up' : 'down'} size={12} />}
              </button>
            )}
            <ColumnResizer name={t(column.text)} onResize={(width) => onResize(column, width)} />
          </span>
        ))}
      </div>
    </div>
  );
}

function nextOrder(column: string, sort: string, order: string): string {
  if (column !== sort) return firstOrder(column);
  return order === 'asc' ? 'desc' : 'asc';
}
