import { useState } from 'react';
import type { AccountSettings } from '../../../server/src/domain/settings/account-settings.ts';
import { useWork } from '../api/session.tsx';
import { useAccountChange, useAccountQuery } from '../api/use-account-query.ts';
import { useToast } from '../ui/toast.tsx';

/** Settings of the account as a draft. Only what was touched is sent, so that two people, or two pages, do not undo each other. */
export function useSettingsForm<Part extends keyof AccountSettings>(part: Part) {
  const { mayManage } = useWork();
  const { data } = useAccountQuery<AccountSettings>('/settings');
  const [touched, setTouched] = useState<Partial<AccountSettings[Part]>>({});
  const save = useAccountChange({ quiet: true });
  const tell = useToast();
  const stored = data?.[part] as AccountSettings[Part] | undefined;
  return {
    draft: stored ? { ...stored, ...touched } : null,
    mayManage,
    error: save.error,
    isSaving: save.isPending,
    set: (change: Partial<AccountSettings[Part]>) => setTouched((before) => ({ ...before, ...change })),
    save: () => save.mutate({ method: 'PATCH', path: '/settings', body: { [part]: touched } }, { onSuccess: () => tell('Saved.') }),
  };
}
