import { request } from '../api/request.ts';

export function NoAccount() {
  const signOut = async () => {
    await request('DELETE /session');
    window.location.assign('/sign-in');
  };
  return (
    <div className="empty">
      <h2>You have no account yet</h2>
      <p className="soft">Ask an owner or admin to invite you, then open the link they send.</p>
      <button type="button" className="button" onClick={signOut}>
        Sign out
      </button>
    </div>
  );
}
