import { useEffect, useState } from 'react';
import type { AccountSettings } from '../../../server/src/domain/settings/account-settings.ts';
import { useToast } from '../components/toast.tsx';
import { useWork } from './session.tsx';
import { useAccountChange, useAccountQuery } from './use-account-query.ts';

/** The settings of the account as a draft that is saved as a whole. */
export function useSettingsForm<Part extends keyof AccountSettings>(part: Part) {
  const { mayManage } = useWork();
  const { data } = useAccountQuery<AccountSettings>('/settings');
  const [draft, setDraft] = useState<AccountSettings[Part] | null>(null);
  const save = useAccountChange({ quiet: true });
  const tell = useToast();
  const stored = data?.[part] as AccountSettings[Part] | undefined;
  useEffect(() => {
    if (stored && draft === null) setDraft(stored);
  }, [stored, draft]);
  return {
    draft,
    mayManage,
    error: save.error,
    isSaving: save.isPending,
    set: (change: Partial<AccountSettings[Part]>) => setDraft((before) => (before ? { ...before, ...change } : before)),
    save: () => save.mutate({ method: 'PATCH', path: '/settings', body: { [part]: draft } }, { onSuccess: () => tell('Saved.') }),
  };
}
