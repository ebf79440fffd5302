import type { ListedCorrection } from '../../../../server/src/domain/corrections/corrections.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange, useAccountQuery } from '../../api/use-account-query.ts';
import { formatDay } from '../../lib/format.ts';
import { LeadIn } from '../settings-intro.tsx';

const effects: Record<string, string> = { not_a_company: 'nobody in particular', ignore: 'not kept at all' };

export function CorrectionsPart() {
  const { mayEdit } = useWork();
  const { data: rules = [] } = useAccountQuery<ListedCorrection[]>('/corrections');
  const change = useAccountChange();
  return (
    <>
      <LeadIn
        title="Corrections"
        words="Networks and domains about which you know better. Make one where a company says why we think it is them."
      />
      {rules.length === 0 && <p className="faint">No corrections yet.</p>}
      {rules.length > 0 && (
        <div className="card rows">
          <table className="plain-table">
            <thead>
              <tr>
                <th>Visits from</th>
                <th>Are</th>
                <th>Since</th>
                <th>
                  <span className="unseen">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rules.map((rule) => (
                <tr key={rule.id}>
                  <td className="mono">{rule.target}</td>
                  <td>{rule.companyName ?? effects[rule.effect]}</td>
                  <td className="soft">{formatDay(rule.createdAt)}</td>
                  <td className="right">
                    {mayEdit && (
                      <button
                        type="button"
                        className="button quiet small"
                        onClick={() => change.mutate({ method: 'DELETE', path: `/corrections/${rule.id}` })}
                      >
                        Take back
                      </button>
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
