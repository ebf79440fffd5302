import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Consent } from '../../api/answers.ts';
import { request } from '../../api/request.ts';
import { ago, formatDay } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import cardStyles from '../../ui/card.module.css';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import tableStyles from '../../ui/table.module.css';
import { useToast } from '../../ui/toast.tsx';
import { SettingsIntro } from '../settings-intro.tsx';

const key = ['own-consents'];

/** The third-party apps that the user has given access to, in any account. */
export function ConsentsPart() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { data: consents, error } = useQuery({ queryKey: key, queryFn: () => request('GET /consents') });
  const withdraw = useMutation({
    mutationFn: ({ clientId }: Consent) => request('DELETE /consents/:clientId', { params: { clientId } }),
    onSuccess: (_, { appName }) => {
      showToast(`${appName} no longer has access.`);
      queryClient.invalidateQueries({ queryKey: key });
    },
  });
  return (
    <>
      <SettingsIntro
        title="Third-party apps with access to your account"
        words="You allowed these apps to act for you, in every account that you are a user of. Withdraw access and they are refused at once."
      />
      {error && <ErrorState error={error} />}
      {withdraw.error && <ErrorState error={withdraw.error} />}
      {consents?.length === 0 && <p className="faint">No third-party app has access.</p>}
      {consents && consents.length > 0 && (
        <div className={`${cardStyles.card} ${cardStyles.rows} ${tableStyles.scrollSideways}`}>
          <table className={tableStyles.plainTable}>
            <thead>
              <tr>
                <th>App</th>
                <th>May</th>
                <th>Since</th>
                <th>Last active</th>
                <th>
                  <span className="unseen">Withdraw access</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {consents.map((consent) => (
                <tr key={consent.clientId}>
                  <td title={consent.clientId}>
                    {consent.appName} {consent.isDisabled && <Badge tone="warn">Disabled</Badge>}
                  </td>
                  <td className="soft">{consent.scopes.map(scopeName).join(', ')}</td>
                  <td className="soft">{formatDay(consent.grantedAt)}</td>
                  <td className="soft">{consent.lastTokenAt === null ? 'Never' : ago(consent.lastTokenAt)}</td>
                  <td className={tableStyles.right}>
                    <DeleteButton name={consent.appName} action="Withdraw access" isWord onConfirm={() => withdraw.mutate(consent)}>
                      The app is refused from its next request on. It can ask you for access again.
                    </DeleteButton>
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

/** `custom_fields:write` in plain words. */
function scopeName(scope: string): string {
  const [what = '', may = ''] = scope.split(':');
  return `${may === 'write' ? 'change' : may} ${what.replaceAll('_', ' ')}`;
}
