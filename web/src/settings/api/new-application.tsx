import { useState } from 'react';
import type { OauthSecret } from '../../api/responses.ts';
import { useAccountChange } from '../../api/use-account-change.ts';
import { t } from '../../texts/t.ts';
import { textOptions } from '../../texts/text-options.ts';
import { Field, textOf } from '../../ui/field.tsx';
import { LinesField, Select } from '../../ui/form-fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { ScopeSelect } from './scope-select.tsx';

/** What an application can be used for, with the OAuth grant types that each use needs. */
const uses = [
  ['authorization_code refresh_token', 'apiSettings.actsForUsers'],
  ['client_credentials', 'apiSettings.actsForItself'],
  ['authorization_code refresh_token client_credentials', 'common.both'],
] as const;

export function NewApplication({ scopes, onCreated }: { scopes: readonly string[]; onCreated: (secret: OauthSecret) => void }) {
  const change = useAccountChange('POST /oauth-apps', { quiet: true });
  const [use, setUse] = useState<string>(uses[0][0]);
  const [redirects, setRedirects] = useState<string[]>([]);
  const [selectedScopes, setSelectedScopes] = useState<string[] | null>(null);
  const [formKey, setFormKey] = useState(0);
  const grants = use.split(' ');
  const create = (form: HTMLFormElement) => {
    const redirectUris = grants.includes('authorization_code') ? redirects : [];
    const body = { name: textOf(new FormData(form), 'name'), redirectUris, grants, ...(selectedScopes && { scopes: selectedScopes }) };
    change.mutate(
      { body },
      {
        onSuccess: (secret) => {
          onCreated(secret);
          setRedirects([]);
          setSelectedScopes(null);
          setFormKey(formKey + 1);
        },
      },
    );
  };
  return (
    <SettingsForm
      key={formKey}
      title={t('apiSettings.newApplication')}
      action={t('apiSettings.createApplication')}
      onSave={create}
      error={change.error}
      fields={['name']}
      isSaving={change.isPending}
    >
      <Field
        label={t('common.name')}
        name="name"
        required
        maxLength={200}
        placeholder={t('apiSettings.agencyReports')}
        error={change.error}
      />
      <Select label={t('apiSettings.whatItDoes')} disabled={false} value={use} options={textOptions(uses)} onChange={setUse} />
      {grants.includes('authorization_code') && (
        <LinesField
          label={t('apiSettings.redirectUris')}
          hint={t('apiSettings.redirectUrisHint')}
          disabled={false}
          value={redirects}
          onChange={setRedirects}
        />
      )}
      <ScopeSelect scopes={scopes} selected={selectedScopes} onChange={setSelectedScopes} />
    </SettingsForm>
  );
}
