import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ago, formatDay, formatNumber } from '../../lib/format.ts';
import { t } from '../../texts/t.ts';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { DataTable } from '../../ui/data-table.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Field, FormError, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { SecretNotice } from '../../ui/secret-notice.tsx';
import tableStyles from '../../ui/table.module.css';
import settingsStyles from '../settings.module.css';
import { ScopeSelect } from './scope-select.tsx';

type Row = {
  id: string;
  name: string;
  hint: string;
  createdAt: string;
  lastUsedAt: string | null;
  note: string;
  isDisabled: boolean;
};
type NewCredential = { name: string; scopes?: string[]; expiresAt?: string; ratePerSecond?: number; monthlyQuota?: number };
type CredentialsProps = {
  title: string;
  text: string;
  kind: 'key' | 'token';
  rows: Row[];
  /** Set if a credential can be limited to some scopes. */
  scopes?: readonly string[];
  /** Creates a credential and returns its secret. */
  create: (credential: NewCredential) => Promise<string>;
  rename: (id: string, name: string) => Promise<unknown>;
  revoke: (id: string) => void;
  disable?: (id: string) => void;
};

/** The keys or tokens of the user, with a form to create one. */
export function Credentials({ title, text, kind, rows, scopes, create, rename, revoke, disable }: CredentialsProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const [selectedScopes, setSelectedScopes] = useState<string[] | null>(null);
  const creation = useMutation({
    mutationFn: (form: HTMLFormElement) =>
      create({ ...credentialOf(new FormData(form)), ...(selectedScopes && { scopes: selectedScopes }) }),
    onSuccess: (created, form) => {
      setSecret(created);
      setSelectedScopes(null);
      form.reset();
    },
  });
  return (
    <section className={`${cardStyles.card} ${formStyles.stack} ${cardStyles.padded}`}>
      <div>
        <h2>{title}</h2>
        <p className="faint">{text}</p>
      </div>
      {rows.length > 0 && (
        <DataTable
          headings={[t('common.name'), t('apiSettings.secret'), t('apiSettings.created'), t('apiSettings.lastUsed')]}
          actions={t('apiSettings.revoke')}
          isCard={false}
        >
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <InlineEdit name={row.name} canEdit onSave={(form) => rename(row.id, textOf(form, 'name'))}>
                  {(edit) => (
                    <>
                      {row.name} {edit}
                      {row.note && <div className="faint">{row.note}</div>}
                    </>
                  )}
                </InlineEdit>
              </td>
              <td className={`${tableStyles.oneLine} mono`}>{row.hint}</td>
              <td className={`${tableStyles.oneLine} soft`}>{formatDay(row.createdAt)}</td>
              <td className={`${tableStyles.oneLine} soft`}>{row.lastUsedAt ? ago(row.lastUsedAt) : t('common.never')}</td>
              <td className={tableStyles.right}>
                {disable && !row.isDisabled && (
                  <Button quiet small aria-label={t('apiSettings.disableNamed', { name: row.name })} onClick={() => disable(row.id)}>
                    {t('apiSettings.disable')}
                  </Button>
                )}
                <DeleteButton name={row.name} action={t('apiSettings.revoke')} showLabel onConfirm={() => revoke(row.id)}>
                  {t(kind === 'key' ? 'apiSettings.revokeKey' : 'apiSettings.revokeToken')}
                </DeleteButton>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {secret && (
        <SecretNotice secret={secret} testId={`new-${kind}`}>
          {t('apiSettings.copyNow')}
        </SecretNotice>
      )}
      <FormError error={creation.error} fields={['expires-at', 'ratePerSecond', 'monthlyQuota']} />
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          creation.mutate(event.currentTarget);
        }}
      >
        <Field
          label={t(kind === 'key' ? 'apiSettings.nameOfKey' : 'apiSettings.nameOfToken')}
          name="name"
          required
          maxLength={200}
          placeholder={t('apiSettings.dataWarehouse')}
        />
        {scopes && <ScopeSelect scopes={scopes} selected={selectedScopes} onChange={setSelectedScopes} />}
        {kind === 'key' && <LimitFields error={creation.error} />}
        <div className={`${formStyles.actions} ${formStyles.end}`}>
          <Button type="submit" main disabled={creation.isPending}>
            {t(kind === 'key' ? 'apiSettings.createKey' : 'apiSettings.createToken')}
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Leaves out empty fields, so that the server uses its defaults. A key works until the end of its last day, in UTC. */
function credentialOf(form: FormData): NewCredential {
  const [expires, rate, quota] = ['expires-at', 'ratePerSecond', 'monthlyQuota'].map((name) => textOf(form, name));
  return {
    name: textOf(form, 'name'),
    ...(expires && { expiresAt: `${expires}T23:59:59Z` }),
    ...(rate && { ratePerSecond: Number(rate) }),
    ...(quota && { monthlyQuota: Number(quota) }),
  };
}

function LimitFields({ error }: { error: Error | null }) {
  return (
    <div className={`${formStyles.formRow} ${settingsStyles.threeFields}`}>
      <Field
        label={t('apiLimits.expiresAfter')}
        name="expires-at"
        type="date"
        min={new Date().toISOString().slice(0, 10)}
        hint={t('apiLimits.expiresAfterHint')}
        error={error}
      />
      <Field
        label={t('apiLimits.rate')}
        name="ratePerSecond"
        type="number"
        min={1}
        max={1000}
        placeholder={formatNumber(10)}
        error={error}
      />
      <Field
        label={t('apiLimits.quota')}
        name="monthlyQuota"
        type="number"
        min={1}
        max={1_000_000_000}
        placeholder={formatNumber(100_000)}
        error={error}
      />
    </div>
  );
}
