import { useState } from 'react';
import type { OauthApp } from '../../../../server/src/domain/auth/oauth-apps.ts';
import type { Sent } from '../../api/request.ts';
import { useAccountChange } from '../../api/use-account-query.ts';
import { Field, FormTrouble, textOf } from '../../ui/field.tsx';
import { Lines } from '../../ui/form-fields.tsx';
import { SaveOrCancel } from '../../ui/save-or-cancel.tsx';

/** The name of an application and where it may redirect to, changed where it stands. */
export function ChangeApplication({ app, onClose }: { app: Sent<OauthApp>; onClose: () => void }) {
  const change = useAccountChange({ quiet: true });
  const [redirectUris, setRedirectUris] = useState(app.redirectUris);
  const save = (form: HTMLFormElement) => {
    const body = { name: textOf(new FormData(form), 'name'), redirectUris };
    change.mutate({ method: 'PATCH', path: `/oauth-apps/${app.clientId}`, body }, { onSuccess: onClose });
  };
  return (
    <form
      className="form in-place"
      aria-label={`Change ${app.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Field label="New name" name="name" required autoFocus maxLength={200} defaultValue={app.name} error={change.error} />
      {app.grants.includes('authorization_code') && (
        <Lines
          label="It may redirect to"
          hint="One on each line. An address that is taken away is refused from the next sign-in on."
          disabled={false}
          value={redirectUris}
          onChange={setRedirectUris}
        />
      )}
      <FormTrouble error={change.error} fields={['name']} />
      <SaveOrCancel isSaving={change.isPending} onCancel={onClose} />
    </form>
  );
}
