import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { formatDay } from '../../lib/format.ts';
import { t } from '../../texts/t.ts';
import { scopeName } from '../scope-name.ts';
import { SettingsIntro } from '../settings-intro.tsx';
import { Credentials } from './credentials.tsx';

type Limits = { ratePerSecond: number; monthlyQuota: number; expiresAt: string | null };

function limitNotes({ ratePerSecond, monthlyQuota, expiresAt }: Limits): string[] {
  return [
    t('apiLimits.perSecond', { count: ratePerSecond }),
    t('apiLimits.perMonth', { count: monthlyQuota }),
    ...(expiresAt === null ? [] : [t('apiLimits.until', { day: formatDay(expiresAt.slice(0, 10)) })]),
  ];
}

/** API keys for the versioned API, and tokens for the earlier API. */
export function KeysPage() {
  const keys = useAccountQuery('/keys');
  const tokens = useAccountQuery('/tokens');
  const createKey = useAccountChange('POST /keys', { quiet: true });
  const renameKey = useAccountChange('PATCH /keys/:id', { quiet: true });
  const revokeKey = useAccountChange('DELETE /keys/:id');
  const createToken = useAccountChange('POST /tokens', { quiet: true });
  const updateToken = useAccountChange('PATCH /tokens/:id', { quiet: true });
  const disableToken = useAccountChange('PATCH /tokens/:id');
  const revokeToken = useAccountChange('DELETE /tokens/:id');
  if (keys.error && !keys.data) return null;
  const rows = (keys.data?.keys ?? []).map(({ id, name, hint, createdAt, lastUsedAt, scopes, ...limits }) => ({
    id,
    name,
    hint,
    createdAt,
    lastUsedAt,
    note: [scopes ? scopes.map(scopeName).join(', ') : t('apiSettings.allScopes'), ...limitNotes(limits)].join(' · '),
    isDisabled: false,
  }));
  const tokenRows = (tokens.data ?? []).map(({ id, name, hint, createdAt, lastUsedAt, disabled }) => ({
    id,
    name,
    hint,
    createdAt,
    lastUsedAt,
    note: disabled ? t('common.disabled') : '',
    isDisabled: disabled,
  }));
  return (
    <>
      <SettingsIntro title={t('apiSettings.apiKeysAndTokens')} text={t('apiSettings.credentialsIntro')} />
      <Credentials
        title={t('apiSettings.apiKeys')}
        text={t('apiSettings.apiKeysHint')}
        kind="key"
        rows={rows}
        scopes={keys.data?.scopes}
        create={async (body) => (await createKey.mutateAsync({ body })).key}
        rename={(id, name) => renameKey.mutateAsync({ params: { id }, body: { name } })}
        revoke={(id) => revokeKey.mutate({ params: { id } })}
      />
      <Credentials
        title={t('apiSettings.apiTokens')}
        text={t('apiSettings.apiTokensHint')}
        kind="token"
        rows={tokenRows}
        create={async ({ name }) => (await createToken.mutateAsync({ body: { name } })).token}
        rename={(id, name) => updateToken.mutateAsync({ params: { id }, body: { name } })}
        revoke={(id) => revokeToken.mutate({ params: { id } })}
        disable={(id) => disableToken.mutate({ params: { id }, body: { disabled: true } })}
      />
    </>
  );
}
