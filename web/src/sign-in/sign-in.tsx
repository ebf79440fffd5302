import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { request } from '../api/request.ts';
import { t } from '../texts/t.ts';
import { IdentityProviderButton } from './identity-provider-button.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { Setup } from './setup.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

export function SignIn() {
  const [location] = useLocation();
  const setup = useQuery({ queryKey: ['session', 'setup'], queryFn: () => request('GET /set-up') });
  if (setup.isPending) return null;
  if (setup.data?.needed) return <Setup />;
  const hasRequestedPage = location !== '/' && location !== '/sign-in' && location !== '/set-up';
  return (
    <SignInFrame title={t('signIn.signIn')} text={hasRequestedPage ? t('signIn.continueHint') : t('signIn.tagline')}>
      <IdentityProviderButton />
      <SignInForm />
      <PasskeyButton />
    </SignInFrame>
  );
}
