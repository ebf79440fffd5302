import { useLocation } from 'wouter';
import { ForgotPassword } from './forgot-password.tsx';
import { Invitation } from './invitation.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SignIn } from './sign-in.tsx';

/** The pages for people without a session. */
export default function SignedOut() {
  const [location] = useLocation();
  if (location === '/invitation') return <Invitation />;
  if (location === '/forgot-password') return <ForgotPassword />;
  if (location === '/reset-password') return <ResetPassword />;
  return <SignIn />;
}
