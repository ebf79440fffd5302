import { useState } from 'react';
import type { Settings } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { t } from '../texts/t.ts';
import { useToast } from '../ui/toast.tsx';

/**
 * A draft of one part of the settings: `form` contains the props of the form, `field(name)` those of a field. Null until the settings are
 * loaded. Only edited settings are sent, so that two users do not overwrite each other's changes.
 */
export function useSettingsForm<Part extends keyof Settings>(part: Part) {
  const { canManage } = useWorkspace();
  const { data } = useAccountQuery('/settings');
  const [touched, setTouched] = useState<Partial<Settings[Part]>>({});
  const save = useAccountChange('PATCH /settings', { quiet: true });
  const showToast = useToast();
  if (!data) return null;
  const draft: Settings[Part] = { ...data[part], ...touched };
  const onSaved = () => {
    // An edit made while the others were being saved is kept.
    setTouched((now) => {
      const left = Object.entries(now).filter(([name, value]) => value !== touched[name as keyof typeof touched]);
      return Object.fromEntries(left) as typeof now;
    });
    showToast(t('common.saved'));
  };
  return {
    form: {
      onSave: () => save.mutate({ body: { [part]: touched } }, { onSuccess: onSaved }),
      error: save.error,
      isSaving: save.isPending,
      canChange: canManage,
    },
    field: <Name extends keyof Settings[Part]>(name: Name) => ({
      disabled: !canManage,
      value: draft[name],
      onChange: (value: Settings[Part][Name]) => setTouched((before) => ({ ...before, [name]: value })),
    }),
  };
}
