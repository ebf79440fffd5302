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
  const [edits, setEdits] = useState<Partial<Settings[Part]>>({});
  const save = useAccountChange('PATCH /settings', { quiet: true });
  const showToast = useToast();
  if (!data) return null;
  const draft: Settings[Part] = { ...data[part], ...edits };
  const onSaved = () => {
    // Keeps edits that were made in the meantime.
    setEdits((current) => {
      const unsaved = Object.entries(current).filter(([name, value]) => value !== edits[name as keyof typeof edits]);
      return Object.fromEntries(unsaved) as typeof current;
    });
    showToast(t('common.saved'));
  };
  return {
    form: {
      onSave: () => save.mutate({ body: { [part]: edits } }, { onSuccess: onSaved }),
      error: save.error,
      isSaving: save.isPending,
      canChange: canManage,
    },
    field: <Name extends keyof Settings[Part]>(name: Name) => ({
      disabled: !canManage,
      value: draft[name],
      onChange: (value: Settings[Part][Name]) => setEdits((before) => ({ ...before, [name]: value })),
    }),
  };
}
