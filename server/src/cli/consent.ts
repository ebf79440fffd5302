import type { Command } from 'commander';
import { listOauthConsents } from '../domain/auth/list-oauth-consents.ts';
import { revokeOauthConsent } from '../domain/auth/revoke-oauth-consent.ts';
import { getUserByEmail } from '../domain/users/get-user-by-email.ts';
import { formatTable } from './format-table.ts';
import { onDatabase } from './on-database.ts';

export function addConsentCommands(program: Command) {
  const consent = program.command('consent').description("list and revoke a user's consent to third-party apps");
  consent
    .command('list')
    .description('list the apps with access')
    .requiredOption('--email <email>', 'the user')
    .action(
      onDatabase<{ email: string }>(async (ctx, { email }) => {
        const consents = await listOauthConsents(ctx, (await getUserByEmail(ctx, email)).id);
        const rows = consents.map((consent) => [
          consent.clientId,
          consent.appName,
          consent.grantedAt.toISOString(),
          consent.scopes.join(' '),
        ]);
        return { json: consents, text: formatTable(['CLIENT', 'APP', 'SINCE', 'SCOPES'], rows) };
      }),
    );
  consent
    .command('revoke')
    .alias('withdraw')
    .description('revoke the access of an app; its tokens stop working immediately')
    .argument('<client-id>')
    .requiredOption('--email <email>', 'the user')
    .action(
      onDatabase<{ email: string }>(async (ctx, { email }, [clientId]) => {
        await revokeOauthConsent(ctx, (await getUserByEmail(ctx, email)).id, clientId);
        return { json: { client_id: clientId, revoked: true }, text: `Revoked the access of ${clientId} to the accounts of ${email}.` };
      }),
    );
}
