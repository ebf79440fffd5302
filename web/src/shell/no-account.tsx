import { request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function NoAccount() {
  const signOut = async () => {
    await request('DELETE /session');
    window.location.assign('/sign-in');
  };
  return (
    <EmptyState title="You have no account yet">
      <p className="soft">Ask an owner or admin to invite you, then open the link they send.</p>
      <Button onClick={signOut}>Sign out</Button>
    </EmptyState>
  );
}
