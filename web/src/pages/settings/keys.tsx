import { useState } from 'react';
import type { ListedKey } from '../../../../server/src/domain/access/api-keys.ts';
import type { ListedToken } from '../../../../server/src/domain/access/api-tokens.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Field, FormTrouble, textOf } from '../../components/field.tsx';
import { LeadIn } from '../../components/lead-in.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { ago, formatDay } from '../../lib/format.ts';
import { useAccountChange, useAccountQuery } from '../../lib/use-account-query.ts';

export function KeysPart() {
  const keys = useAccountQuery<{ keys: ListedKey[] }>('/keys');
  const tokens = useAccountQuery<ListedToken[]>('/tokens');
  if (keys.error) return <Trouble error={keys.error} />;
  const rows = (keys.data?.keys ?? []).map(({ id, name, hint, createdAt, lastUsedAt, scopes }) => ({
    id,
    name,
    hint,
    createdAt,
    lastUsedAt,
    note: scopes ? `${scopes.length} scopes` : 'all scopes',
  }));
  const tokenRows = (tokens.data ?? []).map(({ id, name, hint, createdAt, lastUsedAt, disabled }) => ({
    id,
    name,
    hint,
    createdAt,
    lastUsedAt,
    note: disabled ? 'disabled' : '',
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

type Row = { id: string; name: string; hint: string; createdAt: string; lastUsedAt: string | null; note: string };
type CredentialsProps = { title: string; words: string; path: string; what: 'key' | 'token'; rows: Row[] };

function Credentials({ title, words, path, what, rows }: CredentialsProps) {
  const change = useAccountChange<{ key?: string; token?: string }>({ quiet: true });
  const [secret, setSecret] = useState<string | null>(null);
  const make = (form: HTMLFormElement) =>
    change.mutate(
      { method: 'POST', path, body: { name: textOf(new FormData(form), 'name') } },
      {
        onSuccess: (made) => {
          setSecret(made.key ?? made.token ?? null);
          form.reset();
        },
      },
    );
  return (
    <section className="card form" style={{ padding: 16 }}>
      <div>
        <h2>{title}</h2>
        <p className="faint">{words}</p>
      </div>
      {rows.length > 0 && (
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
                  {row.name} {row.note && <span className="badge">{row.note}</span>}
                </td>
                <td className="mono">{row.hint}</td>
                <td className="soft">{formatDay(row.createdAt)}</td>
                <td className="soft">{row.lastUsedAt ? ago(row.lastUsedAt) : 'never'}</td>
                <td className="right">
                  <button
                    type="button"
                    className="button quiet small danger"
                    aria-label={`Revoke ${row.name}`}
                    onClick={() => change.mutate({ method: 'DELETE', path: `${path}/${row.id}` })}
                  >
                    Revoke
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {secret && (
        <div className="notice good" role="status">
          Copy it now: it is not shown again.
          <pre className="code" style={{ margin: '8px 0', color: 'var(--text)' }} data-testid={`new-${what}`}>
            {secret}
          </pre>
          <CopyButton text={secret} />
        </div>
      )}
      <FormTrouble error={change.error} />
      <form
        className="actions"
        style={{ alignItems: 'end', flexWrap: 'nowrap' }}
        onSubmit={(event) => {
          event.preventDefault();
          make(event.currentTarget);
        }}
      >
        <div style={{ flex: 1 }}>
          <Field label={`Name of a new ${what}`} name="name" required maxLength={200} placeholder="Data warehouse" />
        </div>
        <button type="submit" className="button" disabled={change.isPending}>
          Make a {what}
        </button>
      </form>
    </section>
  );
}
