import { useState } from 'react';
import type { Settings, SettingsChange } from '../api/answers.ts';
import { useWork } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { useToast } from '../ui/toast.tsx';

/** A draft of the settings. Only edited ones are sent, so that two users do not overwrite each other. */
export function useSettingsForm<Part extends keyof Settings>(part: Part) {
  const { mayManage } = useWork();
  const { data } = useAccountQuery('/settings');
  const [touched, setTouched] = useState<Partial<Settings[Part]>>({});
  const save = useAccountChange('PATCH /settings', { quiet: true });
  const showToast = useToast();
  const stored = data?.[part] as Settings[Part] | undefined;
  return {
    draft: stored ? { ...stored, ...touched } : null,
    mayManage,
    error: save.error,
    isSaving: save.isPending,
    set: (change: Partial<Settings[Part]>) => setTouched((before) => ({ ...before, ...change })),
    save: () => save.mutate({ body: { [part]: touched } as SettingsChange }, { onSuccess: () => showToast('Saved.') }),
  };
}
