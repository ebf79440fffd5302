import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import { useWorkspace } from '../../api/session.tsx';
import { t } from '../../texts/t.ts';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { FormError } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';

/** For users who sign in with the identity provider: whatever needs the current password would not work for them. */
export function NoPassword({ isAllowed }: { isAllowed: boolean }) {
  const { user } = useWorkspace();
  const { data: options } = useQuery({ queryKey: ['session', 'sign-in-options'], queryFn: () => request('GET /sign-in-options') });
  const { data: resets } = useQuery({ queryKey: ['session', 'password-resets'], queryFn: () => request('GET /password-resets') });
  const reset = useMutation({ mutationFn: () => request('POST /password-resets', { body: { email: user.email } }) });
  if (!options || !resets) return null;
  const provider = options.identityProvider ?? t('accountSettings.identityProvider');
  return (
    <section className={`${cardStyles.card} ${formStyles.stack} ${cardStyles.padded}`} aria-label={t('common.password')}>
      <h2>{t('common.password')}</h2>
      <p>{t('accountSettings.signsInWith', { provider })}</p>
      <p className="faint">
        {t(
          !isAllowed
            ? 'accountSettings.noPasswordAllowed'
            : resets.isMailConfigured
              ? 'accountSettings.noPasswordYet'
              : 'accountSettings.noPasswordAskOperator',
        )}
      </p>
      <FormError error={reset.error} />
      {isAllowed &&
        resets.isMailConfigured &&
        (reset.isSuccess ? (
          <p role="status">{t('accountSettings.passwordLinkSent', { email: user.email })}</p>
        ) : (
          <div>
            <Button disabled={reset.isPending} onClick={() => reset.mutate()}>
              {t('accountSettings.mailPasswordLink')}
            </Button>
          </div>
        ))}
    </section>
  );
}
