import { withAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { revokeOauthAccess } from '../users/revoke-oauth-access.ts';

/** Revokes a third-party app's access. The app must ask the user again. */
export async function revokeOauthConsent(ctx: Context, userId: string, clientId: string): Promise<void> {
  const revoke = async (trx: Context['db']) => {
    const consents = await revokeOauthAccess(trx, userId, clientId);
    if (consents === 0) throw new Problem('not_found', `There is no third-party app ${clientId} with access.`);
  };
  await withAudit(ctx, revoke, () => ({
    for: { userId },
    action: 'oauth_app.consent_revoked',
    subject: { kind: 'oauth_app', id: clientId },
  }));
}
