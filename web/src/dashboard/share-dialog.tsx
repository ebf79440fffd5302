import { useState } from 'react';
import type { DashboardLink } from '../api/responses.ts';
import { useAccountChange } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { formatDay, formatRange } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import { intervalName } from '../ui/interval-name.ts';
import { type Interval, presets } from '../ui/intervals.ts';
import { SecretNotice } from '../ui/secret-notice.tsx';
import tableStyles from '../ui/table.module.css';

const validDays = [1, 7, 30, 90, 365];

/** Opens a dialog with the links that show the dashboard without signing in. */
export function ShareButton({ interval }: { interval: Interval }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button quiet icon aria-label={t('dashboard.shareDashboard')} title={t('dashboard.shareDashboard')} onClick={() => setOpen(true)}>
        <Icon name="share" size={15} />
      </Button>
      <Dialog title={t('dashboard.shareDashboard')} open={isOpen} onClose={() => setOpen(false)} isWide>
        {isOpen && <ShareLinks interval={interval} />}
      </Dialog>
    </>
  );
}

function ShareLinks({ interval }: { interval: Interval }) {
  const { data: links = [] } = useAccountQuery('/dashboard-links');
  const create = useAccountChange('POST /dashboard-links', { quiet: true });
  const remove = useAccountChange('DELETE /dashboard-links/:linkId');
  const deleteLink = (linkId: string) => {
    // The link is shown until the dialog is closed, unless it no longer works.
    if (create.data?.id === linkId) create.reset();
    remove.mutate({ params: { linkId } });
  };
  const preset = presets.find(({ id }) => id === interval.preset);
  return (
    <div className={formStyles.stack}>
      <p className="soft">{t('dashboard.shareIntro')}</p>
      {create.data && (
        <SecretNotice secret={create.data.url} testId="dashboard-link" copyName={t('dashboard.copyLink')}>
          {t('dashboard.linkShownOnce')}
        </SecretNotice>
      )}
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const element = event.currentTarget;
          const form = new FormData(element);
          const days = preset ? { lastDays: preset.days } : { from: interval.from, to: interval.to };
          const body = { name: textOf(form, 'name'), days, validDays: Number(form.get('validDays')) };
          create.mutate({ body }, { onSuccess: () => element.reset() });
        }}
      >
        <div className={formStyles.formRow}>
          <Field label={t('dashboard.linkName')} name="name" required maxLength={100} error={create.error} />
          <div className={formStyles.field}>
            <label htmlFor="link-days">{t('dashboard.validFor')}</label>
            <select id="link-days" name="validDays" className={formStyles.select} defaultValue={30}>
              {validDays.map((count) => (
                <option key={count} value={count}>
                  {t('dashboard.dayCount', { count })}
                </option>
              ))}
            </select>
          </div>
        </div>
        <FormError error={create.error} fields={['name']} />
        <DialogFooter>
          <span className="faint">{t('dashboard.linkShows', { period: intervalName(interval) })}</span>
          <span style={{ flex: 1 }} />
          <Button type="submit" main disabled={create.isPending}>
            {t('dashboard.createLink')}
          </Button>
        </DialogFooter>
      </form>
      {links.length > 0 && <LinkTable links={links} onDelete={deleteLink} />}
    </div>
  );
}

function LinkTable({ links, onDelete }: { links: DashboardLink[]; onDelete: (id: string) => void }) {
  return (
    <DataTable
      headings={[t('dashboard.link'), t('dashboard.shows'), t('dashboard.expires'), t('dashboard.lastOpened')]}
      actions={t('common.delete')}
      isCard={false}
      testId="dashboard-links"
    >
      {links.map(({ id, name, days, expiresAt, isExpired, lastOpenedAt }) => (
        <tr key={id}>
          <td>{name}</td>
          <td>{'lastDays' in days ? t('dashboard.lastDays', { count: days.lastDays }) : formatRange(days.from, days.to)}</td>
          <td>{isExpired ? t('dashboard.expired') : formatDay(expiresAt)}</td>
          <td>{lastOpenedAt ? formatDay(lastOpenedAt) : '–'}</td>
          <td className={tableStyles.right}>
            <DeleteButton name={name} onConfirm={() => onDelete(id)}>
              {t('dashboard.deleteLinkHint')}
            </DeleteButton>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
