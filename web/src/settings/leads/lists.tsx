import { Link } from 'wouter';
import { useWork } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { type TextKey, t } from '../../texts/t.ts';
import { Badge } from '../../ui/badge.tsx';
import cardStyles from '../../ui/card.module.css';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Field, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';

const kinds: Record<string, TextKey> = {
  revealed: 'leadSettings.listRevealed',
  crm: 'leadSettings.listCrm',
  feed: 'leadSettings.listFeed',
};

export function ListsPart() {
  const { mayEdit } = useWork();
  const { data: lists = [] } = useAccountQuery('/lists');
  const create = useAccountChange('POST /lists', { quiet: true });
  const update = useAccountChange('PATCH /lists/:listId', { quiet: true });
  const remove = useAccountChange('DELETE /lists/:listId');
  const add = (form: HTMLFormElement) =>
    create.mutate({ body: { name: textOf(new FormData(form), 'name') } }, { onSuccess: () => form.reset() });
  return (
    <>
      <SettingsIntro title={t('leadSettings.lists')} words={t('leadSettings.companiesThatBelongTogetherSuch')} />
      {lists.length > 0 && (
        <ul className={`${cardStyles.card} ${cardStyles.rows}`}>
          {lists.map((list) => (
            <li key={list.id}>
              <InlineEdit
                name={list.name}
                mayEdit={mayEdit && list.kind === 'static'}
                onSave={(form) => update.mutateAsync({ params: { listId: list.id }, body: { name: textOf(form, 'name') } })}
              >
                {(edit) => (
                  <div className={formStyles.actions}>
                    <Link className="link" href={`/leads?range=365d&filters=${encodeURIComponent(filtersOf(list.id))}`}>
                      {list.name}
                    </Link>
                    {kinds[list.kind] && <Badge>{t(kinds[list.kind]!)}</Badge>}
                    <span className={`faint ${formStyles.grow}`}>{t('common.companyCount', { count: list.itemCount })}</span>
                    {edit}
                    {mayEdit && list.kind === 'static' && (
                      <DeleteButton name={list.name} onConfirm={() => remove.mutate({ params: { listId: list.id } })}>
                        {t('leadSettings.listDeletion', { count: list.itemCount })}
                      </DeleteButton>
                    )}
                  </div>
                )}
              </InlineEdit>
            </li>
          ))}
        </ul>
      )}
      {lists.length === 0 && <p className="faint">{t('leadSettings.noListsYet')}</p>}
      {mayEdit && (
        <SettingsForm
          title={t('common.newList')}
          action={t('leadSettings.addList')}
          onSave={add}
          error={create.error}
          fields={['name']}
          isSaving={create.isPending}
        >
          <Field label={t('common.name')} name="name" required maxLength={200} error={create.error} />
        </SettingsForm>
      )}
    </>
  );
}

function filtersOf(listId: string): string {
  return JSON.stringify({ all: [{ field: 'list', operator: 'is', values: [listId], excluded: false }] });
}
