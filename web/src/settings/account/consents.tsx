import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import type { Consent } from '../../api/responses.ts';
import { useErrorToast } from '../../api/use-error-toast.ts';
import { ago, formatDay } from '../../lib/format.ts';
import { t } from '../../texts/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import tableStyles from '../../ui/table.module.css';
import { useToast } from '../../ui/toast.tsx';
import { scopeName } from '../scope-name.ts';
import { SettingsIntro } from '../settings-intro.tsx';

const key = ['own-consents'];

/** The third-party apps that the user has given access to, in any account. */
export function ConsentsPage() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showError = useErrorToast();
  const { data: consents } = useQuery({ queryKey: key, queryFn: () => request('GET /consents') });
  const revoke = useMutation({
    mutationFn: ({ clientId }: Consent) => request('DELETE /consents/:clientId', { params: { clientId } }),
    onSuccess: (_, { appName }) => {
      showToast(t('accountSettings.accessRevoked', { app: appName }));
      queryClient.invalidateQueries({ queryKey: key });
    },
    onError: showError,
  });
  return (
    <>
      <SettingsIntro title={t('accountSettings.thirdPartyApps')} text={t('accountSettings.thirdPartyAppsIntro')} />
      {consents?.length === 0 && <p className="faint">{t('accountSettings.noThirdPartyApps')}</p>}
      {consents && consents.length > 0 && (
        <DataTable
          headings={[t('accountSettings.app'), t('accountSettings.permissions'), t('common.since'), t('accountSettings.lastActive')]}
          actions={t('accountSettings.revokeAccess')}
        >
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
                  action={t('accountSettings.revokeAccess')}
                  showLabel
                  onConfirm={() => revoke.mutate(consent)}
                >
                  {t('accountSettings.revokeAccessHint')}
                </DeleteButton>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </>
  );
}
