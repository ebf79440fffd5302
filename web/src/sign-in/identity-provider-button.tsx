import { useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { isKeyOf } from '../lib/is-key-of.ts';
import { t } from '../texts/t.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { continuePath } from './continue-path.ts';

const failures = {
  no_access: 'security.failedNoAccess',
  email_not_verified: 'security.failedEmail',
  expired: 'security.failedExpired',
  unavailable: 'security.failedUnavailable',
  refused: 'security.failedRefused',
  too_many: 'security.failedTooMany',
} as const;

/** The link to the identity provider, if the server has one, and the error of the last attempt. */
export function IdentityProviderButton() {
  const { data } = useQuery({ queryKey: ['session', 'sign-in-options'], queryFn: () => request('GET /sign-in-options') });
  const name = data?.identityProvider;
  if (!name) return null;
  const failed = new URLSearchParams(location.search).get('failed');
  const returnPath = location.pathname === '/sign-in' ? (continuePath(location.search) ?? '/') : location.pathname + location.search;
  return (
    <>
      {failed !== null && (
        <Notice tone="bad" role="alert">
          {t(isKeyOf(failures, failed) ? failures[failed] : 'security.failedOtherwise')}
        </Notice>
      )}
      <a className={buttonClass({ main: true })} href={`/app/api/oidc/start?return=${encodeURIComponent(returnPath)}`}>
        {t('security.signInWith', { name })}
      </a>
      <p className="faint">{t(data.allowsPasswords ? 'security.orPassword' : 'security.ownersPassword')}</p>
    </>
  );
}
