import { useState } from 'react';
import type { OauthApp } from '../../api/responses.ts';
import { useAccountChange } from '../../api/use-account-change.ts';
import { t } from '../../texts/t.ts';
import { Field, FormError, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { LinesField } from '../../ui/form-fields.tsx';
import inlineEditStyles from '../../ui/inline-edit.module.css';
import { SaveOrCancel } from '../../ui/save-or-cancel.tsx';

/** Edits the name and the redirect URIs of an application inline. */
export function EditApplication({ app, onClose }: { app: OauthApp; onClose: () => void }) {
  const change = useAccountChange('PATCH /oauth-apps/:clientId', { quiet: true });
  const [redirectUris, setRedirectUris] = useState(app.redirectUris);
  const save = (form: HTMLFormElement) => {
    const body = { name: textOf(new FormData(form), 'name'), redirectUris };
    change.mutate({ params: { clientId: app.clientId }, body }, { onSuccess: onClose });
  };
  return (
    <form
      className={`${formStyles.form} ${inlineEditStyles.inlineForm}`}
      aria-label={t('common.editNamed', { name: app.name })}
      onSubmit={(event) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Field label={t('common.newName')} name="name" required autoFocus maxLength={200} defaultValue={app.name} error={change.error} />
      {app.grants.includes('authorization_code') && (
        <LinesField
          label={t('apiSettings.redirectUris')}
          hint={t('apiSettings.editRedirectUrisHint')}
          disabled={false}
          value={redirectUris}
          onChange={setRedirectUris}
        />
      )}
      <FormError error={change.error} fields={['name']} />
      <SaveOrCancel isSaving={change.isPending} onCancel={onClose} />
    </form>
  );
}
