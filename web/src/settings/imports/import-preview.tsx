import { Fragment } from 'react';
import { importFindingText } from '../../api/problem-text.ts';
import type { ImportPreview } from '../../api/responses.ts';
import { formatNumber } from '../../lib/format.ts';
import { rich } from '../../texts/rich.tsx';
import { t } from '../../texts/t.ts';
import { Notice } from '../../ui/notice.tsx';
import tableStyles from '../../ui/table.module.css';
import importsStyles from './imports.module.css';
import { SharedDomains } from './shared-domains.tsx';

const outcomes = { added: 'imports.wouldBeAdded', updated: 'imports.wouldBeUpdated' } as const;
const maxColumns = 5;

/** The result of checking a file, or only the first lines of a long file. */
export function ImportPreviewTable({ preview }: { preview: ImportPreview }) {
  const { format, lines, isWhole, added, updated, refused, columns, ignoredColumns, rows, errors } = preview;
  const shown = columns.filter((name) => !ignoredColumns.includes(name)).slice(0, maxColumns);
  return (
    <>
      {format !== null && <p>{t('imports.recognizedAs', { format })}</p>}
      <p>
        {rich(isWhole ? 'imports.previewWhole' : 'imports.previewFirst', {
          count: lines,
          added: <strong>{formatNumber(added)}</strong>,
          updated: <strong>{formatNumber(updated)}</strong>,
          rejected: <strong>{formatNumber(refused)}</strong>,
        })}
      </p>
      {ignoredColumns.length > 0 && (
        <Notice>{rich('imports.unsupportedColumns', { columns: <span className="mono">{ignoredColumns.join(', ')}</span> })}</Notice>
      )}
      <SharedDomains domains={preview.sharedDomains} />
      <div className={tableStyles.scrollSideways}>
        <table className={tableStyles.plainTable}>
          <thead>
            <tr>
              <th className={tableStyles.right}>{t('imports.line')}</th>
              {shown.map((name) => (
                <th key={name}>{name}</th>
              ))}
              <th>{t('imports.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, values, written, reasons }) => (
              <Fragment key={line}>
                <tr>
                  <td className={`${tableStyles.right} number faint`} rowSpan={reasons ? 2 : 1}>
                    {line}
                  </td>
                  {shown.map((name) => (
                    <td key={name} className={importsStyles.previewCell}>
                      {values[name]}
                    </td>
                  ))}
                  <td>{reasons ? t('imports.wouldBeRejected') : written && t(outcomes[written])}</td>
                </tr>
                {reasons && (
                  <tr className={importsStyles.wrong}>
                    <td colSpan={shown.length + 1}>{textOf(reasons)}</td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {errors.length > 0 && (
        <details>
          <summary>
            {refused > errors.length ? t('imports.firstRejected', { shown: errors.length, total: refused }) : t('imports.rejectedLines')}
          </summary>
          <ul className={importsStyles.errors}>
            {errors.map(({ line, reasons }) => (
              <li key={line}>{t('imports.lineReasons', { line, reasons: textOf(reasons) })}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function textOf(reasons: readonly string[]): string {
  return reasons.map(importFindingText).join('; ');
}
