import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Consent } from '../../api/answers.ts';
import { request } from '../../api/request.ts';
import { ago, formatDay } from '../../lib/format.ts';
import { t, tCode } from '../../texts/t.ts';
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
      showToast(t('accountSettings.accessWithdrawn', { app: appName }));
      queryClient.invalidateQueries({ queryKey: key });
    },
  });
  return (
    <>
      <SettingsIntro title={t('accountSettings.thirdPartyAppsWithAccess')} words={t('accountSettings.youAllowedTheseAppsTo')} />
      {error && <ErrorState error={error} />}
      {withdraw.error && <ErrorState error={withdraw.error} />}
      {consents?.length === 0 && <p className="faint">{t('accountSettings.noThirdPartyAppHas')}</p>}
      {consents && consents.length > 0 && (
        <div className={`${cardStyles.card} ${cardStyles.rows} ${tableStyles.scrollSideways}`}>
          <table className={tableStyles.plainTable}>
            <thead>
              <tr>
                <th>{t('accountSettings.app')}</th>
                <th>{t('accountSettings.permissions')}</th>
                <th>{t('common.since')}</th>
                <th>{t('accountSettings.lastActive')}</th>
                <th>
                  <span className="unseen">{t('accountSettings.withdrawAccess')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {consents.map((consent) => (
                <tr key={consent.clientId}>
                  <td title={consent.clientId}>
                    {consent.appName} {consent.isDisabled && <Badge tone="warn">{t('common.disabled')}</Badge>}
                  </td>
                  <td className="soft">{consent.scopes.map(scopeName).join(', ')}</td>
                  <td className="soft">{formatDay(consent.grantedAt)}</td>
                  <td className="soft">{consent.lastTokenAt === null ? t('common.never') : ago(consent.lastTokenAt)}</td>
                  <td className={tableStyles.right}>
                    <DeleteButton
                      name={consent.appName}
                      action={t('accountSettings.withdrawAccess')}
                      isWord
                      onConfirm={() => withdraw.mutate(consent)}
                    >
                      {t('accountSettings.theAppIsRefusedFrom')}
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
  const [subject = '', access] = scope.split(':');
  const name = tCode('scope', subject, subject.replaceAll('_', ' '));
  return t(access === 'write' ? 'accountSettings.mayChange' : 'accountSettings.mayRead', { subject: name });
}
