import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { ago, formatDay } from '../../lib/format.ts';
import { createPasskey } from '../../lib/passkeys.ts';
import { CurrentPasswordField } from '../../sign-in/current-password-field.tsx';
import { t } from '../../texts/t.ts';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { DataTable } from '../../ui/data-table.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { Field, FormError, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import tableStyles from '../../ui/table.module.css';
import { useToast } from '../../ui/toast.tsx';

const key = ['passkeys'];

/** The passkeys of the user: add, rename and remove. */
export function Passkeys() {
  const queryClient = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const { data: passkeys } = useQuery({ queryKey: key, queryFn: () => request('GET /passkeys') });
  const { data: options } = useQuery({ queryKey: ['session', 'sign-in-options'], queryFn: () => request('GET /sign-in-options') });
  const refresh = () => queryClient.invalidateQueries({ queryKey: key });
  const remove = useMutation({
    mutationFn: (id: string) => request('DELETE /passkeys/:passkeyId', { params: { passkeyId: id } }),
    onSettled: refresh,
  });
  if (!passkeys || !options) return null;
  const reason = options.allowsPasskeys ? (window.PublicKeyCredential ? null : 'passkeys.notInThisBrowser') : 'passkeys.notPossible';
  return (
    <section className={`${cardStyles.card} ${formStyles.stack} ${cardStyles.padded}`} aria-label={t('passkeys.title')}>
      <div>
        <h2>{t('passkeys.title')}</h2>
        <p className="faint">{t('passkeys.intro')}</p>
      </div>
      {passkeys.length === 0 ? (
        <p className="faint">{t(reason ?? 'passkeys.none')}</p>
      ) : (
        <DataTable
          headings={[t('common.name'), t('apiSettings.created'), t('apiSettings.lastUsed')]}
          actions={t('passkeys.remove')}
          isCard={false}
        >
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <tr key={id}>
              <td>
                <InlineEdit name={name} canEdit maxLength={100} onSave={(form) => rename(id, textOf(form, 'name')).then(refresh)}>
                  {(edit) => (
                    <>
                      {name} {edit}
                    </>
                  )}
                </InlineEdit>
              </td>
              <td className="soft">{formatDay(createdAt)}</td>
              <td className="soft">{lastUsedAt ? ago(lastUsedAt) : t('common.never')}</td>
              <td className={tableStyles.right}>
                <DeleteButton name={name} action={t('passkeys.remove')} showLabel onConfirm={() => remove.mutate(id)}>
                  {t('passkeys.removeWarning')}
                </DeleteButton>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <FormError error={remove.error} />
      {reason === null && (
        <div className={`${formStyles.actions} ${formStyles.end}`}>
          <Button onClick={() => setAdding(true)}>{t('passkeys.add')}</Button>
        </div>
      )}
      <AddPasskey isOpen={isAdding} onClose={() => setAdding(false)} onAdded={refresh} />
    </section>
  );
}

function rename(id: string, name: string) {
  return request('PATCH /passkeys/:passkeyId', { params: { passkeyId: id }, body: { name } });
}

function AddPasskey({ isOpen, onClose, onAdded }: { isOpen: boolean; onClose: () => void; onAdded: () => void }) {
  const showToast = useToast();
  const add = useMutation({
    mutationFn: async (form: FormData) => {
      const options = await request('POST /passkeys/options', { body: { password: textOf(form, 'password') } });
      return request('POST /passkeys', { body: { name: textOf(form, 'name'), response: await createPasskey(options) } });
    },
    onSuccess: () => {
      showToast(t('passkeys.added'));
      onAdded();
      close();
    },
  });
  const close = () => {
    add.reset();
    onClose();
  };
  return (
    <Dialog title={t('passkeys.add')} open={isOpen} onClose={close}>
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(new FormData(event.currentTarget));
        }}
      >
        <Field label={t('common.name')} name="name" required autoFocus maxLength={100} hint={t('passkeys.nameHint')} error={add.error} />
        <CurrentPasswordField hint={t('passkeys.passwordHint')} error={add.error} />
        <FormError error={add.error} fields={['name', 'password']} />
        <DialogFooter>
          <Button type="submit" main disabled={add.isPending}>
            {t('passkeys.add')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
