import { useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { isKeyOf } from '../lib/is-key-of.ts';
import { t } from '../texts/t.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

const failures = {
  no_access: 'security.failedNoAccess',
  email_not_verified: 'security.failedEmail',
  expired: 'security.failedExpired',
  unavailable: 'security.failedUnavailable',
} as const;

/** The link to the identity provider, if the server has one, and the error of the last attempt. */
export function IdentityProviderButton() {
  const { data } = useQuery({ queryKey: ['session', 'sign-in-options'], queryFn: () => request('GET /sign-in-options') });
  const name = data?.identityProvider;
  if (!name) return null;
  const failed = new URLSearchParams(location.search).get('failed');
  const text = failed === null ? null : isKeyOf(failures, failed) ? failures[failed] : 'security.failedOtherwise';
  const returnPath = location.pathname === '/sign-in' ? '/' : location.pathname + location.search;
  return (
    <>
      {text && (
        <Notice tone="bad" role="alert">
          {t(text)}
        </Notice>
      )}
      <a className={buttonClass({ main: true })} href={`/app/api/oidc/start?return=${encodeURIComponent(returnPath)}`}>
        {t('security.signInWith', { name })}
      </a>
      <p className="faint">{t(data.allowsPasswords ? 'security.orPassword' : 'security.ownersPassword')}</p>
    </>
  );
}
