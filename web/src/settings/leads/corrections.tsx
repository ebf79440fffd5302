import { useWork } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { formatDay } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import tableStyles from '../../ui/table.module.css';
import { SettingsIntro } from '../settings-intro.tsx';

const effects: Record<string, string> = { not_a_company: 'no company', ignore: 'ignored' };

export function CorrectionsPart() {
  const { mayEdit } = useWork();
  const { data: corrections = [] } = useAccountQuery('/corrections');
  const remove = useAccountChange('DELETE /corrections/:correctionId');
  return (
    <>
      <SettingsIntro
        title="Corrections"
        words="Networks and domains that you have corrected. Create a correction on a company’s page, under “How we identified them”."
      />
      {corrections.length === 0 && <p className="faint">No corrections yet.</p>}
      {corrections.length > 0 && (
        <div className={`${cardStyles.card} ${cardStyles.rows}`}>
          <table className={tableStyles.plainTable}>
            <thead>
              <tr>
                <th>Visits from</th>
                <th>Company</th>
                <th>Since</th>
                <th>
                  <span className="unseen">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {corrections.map((correction) => (
                <tr key={correction.id}>
                  <td className="mono">{correction.target}</td>
                  <td>{correction.companyName ?? effects[correction.effect]}</td>
                  <td className="soft">{formatDay(correction.createdAt)}</td>
                  <td className={tableStyles.right}>
                    {mayEdit && (
                      <Button quiet small onClick={() => remove.mutate({ params: { correctionId: correction.id } })}>
                        Delete
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
