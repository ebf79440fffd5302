import { useState } from 'react';
import { useAccountChange } from '../../api/use-account-query.ts';
import { Field, textOf } from '../../ui/field.tsx';
import { Choice, Lines } from '../../ui/form-fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import type { Made } from './applications.tsx';
import { ScopeChoice } from './scope-select.tsx';

/** What an application does, as the grants that it needs for it. */
const uses = [
  ['authorization_code refresh_token', 'Acts for users who sign in and consent (authorization code with PKCE, refresh tokens)'],
  ['client_credentials', 'Acts on its own behalf (client credentials)'],
  ['authorization_code refresh_token client_credentials', 'Both'],
] as const;

export function NewApplication({ scopes, onMade }: { scopes: string[]; onMade: (made: Made) => void }) {
  const change = useAccountChange<Made>({ quiet: true });
  const [use, setUse] = useState<string>(uses[0][0]);
  const [redirects, setRedirects] = useState<string[]>([]);
  const [wanted, setWanted] = useState<string[] | null>(null);
  const [round, setRound] = useState(0);
  const grants = use.split(' ');
  const make = (form: HTMLFormElement) => {
    const redirectUris = grants.includes('authorization_code') ? redirects : [];
    const body = { name: textOf(new FormData(form), 'name'), redirectUris, grants, ...(wanted && { scopes: wanted }) };
    change.mutate(
      { method: 'POST', path: '/oauth-apps', body },
      {
        onSuccess: (made) => {
          onMade(made);
          setRedirects([]);
          setWanted(null);
          setRound(round + 1);
        },
      },
    );
  };
  return (
    <SettingsForm
      key={round}
      title="New application"
      action="Create application"
      onSave={make}
      error={change.error}
      fields={['name']}
      isSaving={change.isPending}
    >
      <Field label="Name" name="name" required maxLength={200} placeholder="Reports of the agency" error={change.error} />
      <Choice label="What it does" disabled={false} value={use} choices={uses} onChange={setUse} />
      {grants.includes('authorization_code') && (
        <Lines
          label="Addresses it may redirect to"
          hint="One on each line, exactly as the application sends it, such as https://app.example.com/callback."
          disabled={false}
          value={redirects}
          onChange={setRedirects}
        />
      )}
      <ScopeChoice scopes={scopes} wanted={wanted} onChange={setWanted} />
    </SettingsForm>
  );
}
