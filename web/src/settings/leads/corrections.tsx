import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { formatDay } from '../../lib/format.ts';
import { type TextKey, t } from '../../texts/t.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import tableStyles from '../../ui/table.module.css';
import { SettingsIntro } from '../settings-intro.tsx';

const effects: Record<string, TextKey> = { not_a_company: 'leadSettings.noCompany', ignore: 'leadSettings.ignored' };

export function CorrectionsPage() {
  const { canEdit } = useWorkspace();
  const { data: corrections = [] } = useAccountQuery('/corrections');
  const remove = useAccountChange('DELETE /corrections/:correctionId');
  return (
    <>
      <SettingsIntro title={t('leadSettings.corrections')} text={t('leadSettings.correctionsIntro')} />
      {corrections.length === 0 && <p className="faint">{t('leadSettings.noCorrectionsYet')}</p>}
      {corrections.length > 0 && (
        <DataTable headings={[t('leadSettings.visitsFrom'), t('common.company'), t('common.since')]} actions={t('common.remove')}>
          {corrections.map((correction) => (
            <tr key={correction.id}>
              <td className="mono">{correction.target}</td>
              <td>
                <span className="sentence">{correction.companyName ?? (effects[correction.effect] && t(effects[correction.effect]!))}</span>
              </td>
              <td className="soft">{formatDay(correction.createdAt)}</td>
              <td className={tableStyles.right}>
                {canEdit && (
                  <DeleteButton
                    name={correction.target}
                    showLabel
                    onConfirm={() => remove.mutate({ params: { correctionId: correction.id } })}
                  >
                    {t('leadSettings.deleteCorrectionText')}
                  </DeleteButton>
                )}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </>
  );
}
