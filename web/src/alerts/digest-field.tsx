import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { rich } from '../texts/rich.tsx';
import { t } from '../texts/t.ts';
import { textOptions } from '../texts/text-options.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Select } from '../ui/form-fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { useToast } from '../ui/toast.tsx';

/** How often the signed-in user gets the companies of a feed by e-mail. A change is saved immediately. */
export function DigestField({ feedId }: { feedId: string }) {
  const { canEdit } = useWorkspace();
  const { data, error, refetch } = useAccountQuery('/feeds/:feedId/digest', { params: { feedId } });
  const change = useAccountChange('PUT /feeds/:feedId/digest');
  const showToast = useToast();
  if (!data) return error && <ErrorState error={error} onRetry={() => refetch()} />;
  const options = textOptions([
    ['never', 'alerts.digestNever'],
    ['daily', 'alerts.digestDaily'],
    ['weekly', 'alerts.digestWeekly'],
  ]);
  return (
    <>
      <Select
        label={t('alerts.digest')}
        hint={t('alerts.digestHint')}
        value={data.frequency ?? 'never'}
        options={options}
        disabled={!canEdit || change.isPending}
        onChange={(value) =>
          change.mutate(
            { params: { feedId }, body: { frequency: value === 'never' ? null : value } },
            { onSuccess: () => showToast(t('alerts.saved')) },
          )
        }
      />
      {data.frequency !== null && !data.canMail && (
        <Notice tone="warn">{rich('alerts.emailNotConfigured', { setting: <code>SMTP_URL</code> })}</Notice>
      )}
    </>
  );
}
