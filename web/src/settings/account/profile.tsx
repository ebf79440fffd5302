import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { useWorkspace } from '../../api/session.tsx';
import { type Language, languages } from '../../texts/first-language.ts';
import { t } from '../../texts/t.ts';
import { Field, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { Select } from '../../ui/form-fields.tsx';
import { useToast } from '../../ui/toast.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';

/** The name and the language of the user. */
export function ProfilePage() {
  const { user } = useWorkspace();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [language, setLanguage] = useState<Language | ''>(user.language ?? '');
  const save = useMutation({
    mutationFn: (form: FormData) =>
      request('PATCH /profile', {
        body: { firstName: textOf(form, 'firstName'), lastName: textOf(form, 'lastName'), language: language || null },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['session'] });
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith('/members') });
      showToast(t('common.saved'));
    },
  });
  return (
    <>
      <SettingsIntro title={t('settingsPage.profile')} text={t('accountSettings.profileIntro', { email: user.email })} />
      <SettingsForm
        action={t('common.save')}
        onSave={(form) => save.mutate(new FormData(form))}
        error={save.error}
        fields={['firstName', 'lastName']}
        isSaving={save.isPending}
      >
        <div className={formStyles.formRow}>
          <Field label={t('signIn.firstName')} name="firstName" maxLength={100} defaultValue={user.firstName} error={save.error} />
          <Field label={t('signIn.lastName')} name="lastName" maxLength={100} defaultValue={user.lastName} error={save.error} />
        </div>
        <Select
          label={t('accountSettings.language')}
          disabled={false}
          value={language}
          options={[['', t('accountSettings.browserLanguage')] as const, ...(Object.entries(languages) as [Language, string][])]}
          onChange={setLanguage}
          hint={t('accountSettings.languageHint')}
        />
      </SettingsForm>
    </>
  );
}
