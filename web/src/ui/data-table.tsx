import type { ReactNode } from 'react';
import cardStyles from './card.module.css';
import tableStyles from './table.module.css';

type DataTableProps = {
  headings: string[];
  /** What the buttons in the last column do, for screen readers. */
  actions: string;
  /** Whether the table is a separate card. */
  isCard?: boolean;
  testId?: string;
  /** The rows. */
  children: ReactNode;
};

/** A table whose last column has the actions of each row. It scrolls sideways if there is no room. */
export function DataTable({ headings, actions, isCard = true, testId, children }: DataTableProps) {
  return (
    <div className={isCard ? `${cardStyles.card} ${cardStyles.rows} ${tableStyles.scrollSideways}` : tableStyles.scrollSideways}>
      <table className={tableStyles.plainTable} data-testid={testId}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading}>{heading}</th>
            ))}
            <th>
              <span className="unseen">{actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
