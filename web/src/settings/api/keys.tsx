import { useState } from 'react';
import type { ListedKey } from '../../../../server/src/domain/auth/api-keys.ts';
import type { ListedToken } from '../../../../server/src/domain/auth/api-tokens.ts';
import { useAccountChange, useAccountQuery } from '../../api/use-account-query.ts';
import { ago, formatDay } from '../../lib/format.ts';
import { RemoveButton } from '../../ui/delete-button.tsx';
import { Trouble } from '../../ui/error-state.tsx';
import { Field, FormTrouble, textOf } from '../../ui/field.tsx';
import { InPlace } from '../../ui/inline-edit.tsx';
import { SecretNotice } from '../../ui/secret-notice.tsx';
import { LeadIn } from '../settings-intro.tsx';
import { ScopeChoice } from './scope-select.tsx';

export function KeysPart() {
  const keys = useAccountQuery<{ keys: ListedKey[]; scopes: string[] }>('/keys');
  const tokens = useAccountQuery<ListedToken[]>('/tokens');
  if (keys.error) return <Trouble error={keys.error} />;
  const rows = (keys.data?.keys ?? []).map(({ id, name, hint, createdAt, lastUsedAt, scopes }) => ({
    id,
    name,
    hint,
    createdAt,
    lastUsedAt,
    note: scopes ? scopes.join(', ') : 'all scopes',
    isDisabled: false,
  }));
  const tokenRows = (tokens.data ?? []).map(({ id, name, hint, createdAt, lastUsedAt, disabled }) => ({
    id,
    name,
    hint,
    createdAt,
    lastUsedAt,
    note: disabled ? 'disabled' : '',
    isDisabled: disabled,
  }));
  return (
    <>
      <LeadIn
        title="API keys and tokens"
        words="They are yours and reach what you reach. A secret is shown once, when it is made; this server keeps only its hash."
      />
      <Credentials
        title="API keys"
        words="For the versioned interface under /v1, in the header X-Api-Key."
        path="/keys"
        what="key"
        rows={rows}
        scopes={keys.data?.scopes}
      />
      <Credentials
        title="API tokens"
        words="For the earlier interface, as Authorization: Token token=…"
        path="/tokens"
        what="token"
        rows={tokenRows}
      />
    </>
  );
}

type Row = { id: string; name: string; hint: string; createdAt: string; lastUsedAt: string | null; note: string; isDisabled: boolean };
type CredentialsProps = { title: string; words: string; path: string; what: 'key' | 'token'; rows: Row[]; scopes?: string[] };

function Credentials({ title, words, path, what, rows, scopes }: CredentialsProps) {
  const change = useAccountChange<{ key?: string; token?: string }>({ quiet: true });
  const [secret, setSecret] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string[] | null>(null);
  const end = useAccountChange();
  const make = (form: HTMLFormElement) =>
    change.mutate(
      { method: 'POST', path, body: { name: textOf(new FormData(form), 'name'), ...(wanted && { scopes: wanted }) } },
      {
        onSuccess: (made) => {
          setSecret(made.key ?? made.token ?? null);
          setWanted(null);
          form.reset();
        },
      },
    );
  return (
    <section className="card form padded">
      <div>
        <h2>{title}</h2>
        <p className="faint">{words}</p>
      </div>
      {rows.length > 0 && (
        <div className="scroll-sideways">
          <table className="plain-table">
            <thead>
              <tr>
                <th>Name</th>
                <th>Secret</th>
                <th>Made</th>
                <th>Last used</th>
                <th>
                  <span className="unseen">Revoke</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <InPlace name={row.name} path={`${path}/${row.id}`} mayChange>
                      {(edit) => (
                        <>
                          {row.name} {row.note && <span className="badge">{row.note}</span>} {edit}
                        </>
                      )}
                    </InPlace>
                  </td>
                  <td className="mono">{row.hint}</td>
                  <td className="soft">{formatDay(row.createdAt)}</td>
                  <td className="soft">{row.lastUsedAt ? ago(row.lastUsedAt) : 'never'}</td>
                  <td className="right">
                    {what === 'token' && !row.isDisabled && (
                      <button
                        type="button"
                        className="button quiet small"
                        aria-label={`Disable ${row.name}`}
                        onClick={() => end.mutate({ method: 'PATCH', path: `${path}/${row.id}`, body: { disabled: true } })}
                      >
                        Disable
                      </button>
                    )}
                    <RemoveButton
                      name={row.name}
                      action="Revoke"
                      isWord
                      onConfirm={() => end.mutate({ method: 'DELETE', path: `${path}/${row.id}` })}
                    >
                      Whatever uses this {what} is refused with its next request. This cannot be undone.
                    </RemoveButton>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {secret && (
        <SecretNotice secret={secret} testId={`new-${what}`}>
          Copy it now: it is not shown again.
        </SecretNotice>
      )}
      <FormTrouble error={change.error} />
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          make(event.currentTarget);
        }}
      >
        {scopes && <ScopeChoice scopes={scopes} wanted={wanted} onChange={setWanted} />}
        <div className="actions at-end">
          <div style={{ flex: 1 }}>
            <Field label={`Name of a new ${what}`} name="name" required maxLength={200} placeholder="Data warehouse" />
          </div>
          <button type="submit" className="button" disabled={change.isPending}>
            Make a {what}
          </button>
        </div>
      </form>
    </section>
  );
}
