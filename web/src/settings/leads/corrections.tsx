import { useWork } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { formatDay } from '../../lib/format.ts';
import { type TextKey, t } from '../../texts/t.ts';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import tableStyles from '../../ui/table.module.css';
import { SettingsIntro } from '../settings-intro.tsx';

const effects: Record<string, TextKey> = { not_a_company: 'leadSettings.noCompany', ignore: 'leadSettings.ignored' };

export function CorrectionsPart() {
  const { mayEdit } = useWork();
  const { data: corrections = [] } = useAccountQuery('/corrections');
  const remove = useAccountChange('DELETE /corrections/:correctionId');
  return (
    <>
      <SettingsIntro title={t('leadSettings.corrections')} words={t('leadSettings.networksAndDomainsThatYou')} />
      {corrections.length === 0 && <p className="faint">{t('leadSettings.noCorrectionsYet')}</p>}
      {corrections.length > 0 && (
        <div className={`${cardStyles.card} ${cardStyles.rows} ${tableStyles.scrollSideways}`}>
          <table className={tableStyles.plainTable}>
            <thead>
              <tr>
                <th>{t('leadSettings.visitsFrom')}</th>
                <th>{t('common.company')}</th>
                <th>{t('common.since')}</th>
                <th>
                  <span className="unseen">{t('common.remove')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {corrections.map((correction) => (
                <tr key={correction.id}>
                  <td className="mono">{correction.target}</td>
                  <td>{correction.companyName ?? (effects[correction.effect] && t(effects[correction.effect]!))}</td>
                  <td className="soft">{formatDay(correction.createdAt)}</td>
                  <td className={tableStyles.right}>
                    {mayEdit && (
                      <Button quiet small onClick={() => remove.mutate({ params: { correctionId: correction.id } })}>
                        {t('common.delete')}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
