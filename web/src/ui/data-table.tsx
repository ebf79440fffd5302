import type { CSSProperties, ReactNode } from 'react';
import cardStyles from './card.module.css';
import tableStyles from './table.module.css';

type Heading = string | { text: string; isRight: true };

type DataTableProps = {
  headings: Heading[];
  /** The heading of the last column, which contains the actions of each row. Only for screen readers. */
  actions?: string;
  /** Whether the table is a separate card. */
  isCard?: boolean;
  testId?: string;
  /** The rows. */
  children: ReactNode;
};

/** A table, often with actions in the last column. If it is too narrow for columns, each row is a card with headings in its cells. */
export function DataTable({ headings, actions, isCard = true, testId, children }: DataTableProps) {
  const columns = headings.map((heading) => (typeof heading === 'string' ? { text: heading, isRight: false } : heading));
  // CSS custom properties, so that rows need not repeat the headings. JSON quotes strings like CSS.
  const labels = Object.fromEntries(columns.map(({ text }, index) => [`--heading-${index + 1}`, JSON.stringify(text)]));
  return (
    <div className={isCard ? `${cardStyles.card} ${cardStyles.rows} ${tableStyles.dataTable}` : tableStyles.dataTable}>
      <table
        className={actions === undefined ? tableStyles.plainTable : `${tableStyles.plainTable} ${tableStyles.withActions}`}
        style={labels as CSSProperties}
        data-testid={testId}
      >
        <thead>
          <tr>
            {columns.map(({ text, isRight }) => (
              <th key={text} className={isRight ? tableStyles.right : undefined}>
                {text}
              </th>
            ))}
            {actions !== undefined && (
              <th>
                <span className="visually-hidden">{actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
