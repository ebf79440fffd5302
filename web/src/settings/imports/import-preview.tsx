import type { ImportPreview } from '../../api/answers.ts';
import { formatNumber } from '../../lib/format.ts';
import { AlertMessage } from '../../ui/notice.tsx';
import tableStyles from '../../ui/table.module.css';
import importsStyles from './imports.module.css';
import { SharedDomains } from './shared-domains.tsx';

const outcomes = { added: 'would be added', updated: 'would be updated' };
const mostColumns = 5;

/** What the check of the first lines found. */
export function ImportPreviewTable({ preview }: { preview: ImportPreview }) {
  const { lines, isWhole, added, updated, refused, columns, ignoredColumns, rows, refusals } = preview;
  const shown = columns.filter((name) => !ignoredColumns.includes(name)).slice(0, mostColumns);
  const lineWords = lines === 1 ? 'line' : 'lines';
  return (
    <>
      <p>
        {isWhole ? `Of ${formatNumber(lines)} ${lineWords}` : `Of the first ${formatNumber(lines)} lines`}{' '}
        <strong>{formatNumber(added)} would be added</strong>, <strong>{formatNumber(updated)} updated</strong> and{' '}
        <strong>{formatNumber(refused)} rejected</strong>.{!isWhole && ' The rest is read when the import runs.'}
      </p>
      {ignoredColumns.length > 0 && (
        <AlertMessage>
          An import of this kind does not read these columns: <span className="mono">{ignoredColumns.join(', ')}</span>. Rename them in the
          file, or import without them.
        </AlertMessage>
      )}
      <SharedDomains domains={preview.sharedDomains} />
      <div className={tableStyles.scrollSideways}>
        <table className={tableStyles.plainTable}>
          <thead>
            <tr>
              <th className={tableStyles.right}>Line</th>
              {shown.map((name) => (
                <th key={name}>{name}</th>
              ))}
              <th>Result</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, values, written, reasons }) => (
              <tr key={line}>
                <td className={`${tableStyles.right} number faint`}>{line}</td>
                {shown.map((name) => (
                  <td key={name} className={importsStyles.previewCell}>
                    {values[name]}
                  </td>
                ))}
                <td>{reasons ? <span className={importsStyles.wrong}>{reasons.join('; ')}</span> : written && outcomes[written]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {refusals.length > 0 && (
        <details>
          <summary>Rejected lines{refused > refusals.length && `, the first ${refusals.length} of ${formatNumber(refused)}`}</summary>
          <ul className={importsStyles.refusals}>
            {refusals.map(({ line, reasons }) => (
              <li key={line}>
                Line {line}: {reasons.join('; ')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
