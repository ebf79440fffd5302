import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import { useErrorToast } from '../../api/use-error-toast.ts';
import { ago, formatDay } from '../../lib/format.ts';
import { CurrentPasswordField } from '../../sign-in/current-password-field.tsx';
import { NewPasswordField } from '../../sign-in/new-password-field.tsx';
import { t } from '../../texts/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import tableStyles from '../../ui/table.module.css';
import { useToast } from '../../ui/toast.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';
import { browserName } from './browser-name.ts';
import { NoPassword } from './no-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { TwoFactor } from './two-factor.tsx';

const key = ['own-sessions'];

export function SessionsPage() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showError = useErrorToast();
  const { data: sessions = [] } = useQuery({
    queryKey: key,
    queryFn: () => request('GET /sessions'),
  });
  const { data: password } = useQuery({ queryKey: ['session', 'password'], queryFn: () => request('GET /password') });
  const end = useMutation({
    mutationFn: (id: string) => request('DELETE /sessions/:sessionId', { params: { sessionId: id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
    onError: showError,
  });
  const endAll = useMutation({
    mutationFn: () => request('DELETE /sessions'),
    onSuccess: () => {
      showToast(t('accountSettings.otherSessionsSignedOut'));
      queryClient.invalidateQueries({ queryKey: key });
    },
    onError: showError,
  });
  return (
    <>
      <SettingsIntro title={t('accountSettings.passwordAndSessions')} text={t('accountSettings.sessionsIntro')} />
      <DataTable headings={[t('accountSettings.browser'), t('common.since'), t('common.lastSeen')]} actions={t('common.signOut')}>
        {sessions.map(({ id, userAgent, createdAt, lastSeenAt, isCurrent }) => (
          <tr key={id}>
            <td title={userAgent}>{browserName(userAgent)}</td>
            <td className="soft">{formatDay(createdAt)}</td>
            <td className="soft">{ago(isCurrent ? new Date().toISOString() : lastSeenAt)}</td>
            <td className={tableStyles.right}>
              {isCurrent ? (
                <Badge tone="good">{t('accountSettings.thisSession')}</Badge>
              ) : (
                <Button
                  quiet
                  small
                  danger
                  aria-label={t('accountSettings.signOutNamed', { browser: browserName(userAgent) })}
                  onClick={() => end.mutate(id)}
                >
                  {t('common.signOut')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      {sessions.length > 1 && (
        <p>
          <Button danger disabled={endAll.isPending} onClick={() => endAll.mutate()}>
            {t('accountSettings.signOutEverywhereElse')}
          </Button>
        </p>
      )}
      {password &&
        (password.isSet && password.isAllowed ? (
          <>
            <PasswordForm />
            <TwoFactor />
            <Passkeys />
          </>
        ) : (
          <NoPassword isAllowed={password.isAllowed} />
        ))}
    </>
  );
}

function PasswordForm() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const change = useMutation({
    mutationFn: (form: HTMLFormElement) => {
      const data = new FormData(form);
      return request('POST /password', { body: { current: textOf(data, 'current'), password: textOf(data, 'password') } });
    },
    onSuccess: (_, form) => {
      form.reset();
      showToast(t('accountSettings.passwordChanged'));
      queryClient.invalidateQueries({ queryKey: key });
    },
  });
  return (
    <SettingsForm
      title={t('common.password')}
      action={t('common.changePassword')}
      onSave={(form) => change.mutate(form)}
      error={change.error}
      fields={['current', 'password']}
      isSaving={change.isPending}
    >
      <div className={formStyles.formRow}>
        <CurrentPasswordField label={t('accountSettings.currentPassword')} name="current" error={change.error} />
        <NewPasswordField label={t('common.newPassword')} hint={t('accountSettings.changePasswordHint')} error={change.error} />
      </div>
    </SettingsForm>
  );
}
