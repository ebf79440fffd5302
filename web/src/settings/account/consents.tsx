import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Consent } from '../../../../server/src/domain/auth/list-consents.ts';
import { request, type Sent } from '../../api/request.ts';
import { ago, formatDay } from '../../lib/format.ts';
import { RemoveButton } from '../../ui/delete-button.tsx';
import { Trouble } from '../../ui/error-state.tsx';
import { useToast } from '../../ui/toast.tsx';
import { LeadIn } from '../settings-intro.tsx';

const key = ['own-consents'];

/** The third-party apps that the person at the screen has given access to, in whichever account. */
export function ConsentsPart() {
  const queryClient = useQueryClient();
  const tell = useToast();
  const { data: consents, error } = useQuery({ queryKey: key, queryFn: () => request<Sent<Consent[]>>('/consents') });
  const withdraw = useMutation({
    mutationFn: ({ clientId }: Sent<Consent>) => request(`/consents/${clientId}`, { method: 'DELETE' }),
    onSuccess: (_, { appName }) => {
      tell(`${appName} no longer has access.`);
      queryClient.invalidateQueries({ queryKey: key });
    },
  });
  return (
    <>
      <LeadIn
        title="Third-party apps with access to your account"
        words="You allowed these apps to act for you, in every account that you are a user of. Withdraw access and they are refused at once."
      />
      {error && <Trouble error={error} />}
      {withdraw.error && <Trouble error={withdraw.error} />}
      {consents?.length === 0 && <p className="faint">No third-party app has access.</p>}
      {consents && consents.length > 0 && (
        <div className="card rows scroll-sideways">
          <table className="plain-table">
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
                    {consent.appName} {consent.isDisabled && <span className="badge warn">Disabled</span>}
                  </td>
                  <td className="soft">{consent.scopes.map(scopeName).join(', ')}</td>
                  <td className="soft">{formatDay(consent.grantedAt)}</td>
                  <td className="soft">{consent.lastTokenAt === null ? 'Never' : ago(consent.lastTokenAt)}</td>
                  <td className="right">
                    <RemoveButton name={consent.appName} action="Withdraw access" isWord onConfirm={() => withdraw.mutate(consent)}>
                      The app is refused from its next request on. It can ask you for access again.
                    </RemoveButton>
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

/** `custom_fields:write` as a person would say it. */
function scopeName(scope: string): string {
  const [what = '', may = ''] = scope.split(':');
  return `${may === 'write' ? 'change' : may} ${what.replaceAll('_', ' ')}`;
}
