import { Link } from 'wouter';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { leadsWith } from '../../leads/leads-with.ts';
import { useTags } from '../../leads/use-tags.ts';
import { hasKeyboard } from '../../shell/keyboard.ts';
import { t } from '../../texts/t.ts';
import cardStyles from '../../ui/card.module.css';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Field, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { Tag, TagDot } from '../../ui/tag.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';
import { TagColors } from './tag-colors.tsx';

const defaultColor = 6;

export function TagsPage() {
  const { canEdit } = useWorkspace();
  const tags = useTags();
  const create = useAccountChange('POST /tags', { quiet: true });
  const update = useAccountChange('PATCH /tags/:tagId', { quiet: true });
  const remove = useAccountChange('DELETE /tags/:tagId');
  const tagOf = (form: FormData) => ({ name: textOf(form, 'name'), color: Number(textOf(form, 'color')) });
  const add = (form: HTMLFormElement) => {
    create.mutate({ body: tagOf(new FormData(form)) }, { onSuccess: () => form.reset() });
  };
  return (
    <>
      <SettingsIntro
        title={t('common.tags')}
        text={hasKeyboard ? `${t('leadSettings.tagsIntro')} ${t('leadSettings.tagsShortcut')}` : t('leadSettings.tagsIntro')}
      />
      {tags.size > 0 && (
        <ul className={`${cardStyles.card} ${cardStyles.rows}`}>
          {[...tags.values()].map((tag) => (
            <li key={tag.id}>
              <InlineEdit
                name={tag.name}
                canEdit={canEdit}
                onSave={(form) => update.mutateAsync({ params: { tagId: tag.id }, body: tagOf(form) })}
                extraFields={<TagColors color={tag.color} />}
              >
                {(edit) => (
                  <div className={formStyles.actions}>
                    <Tag>
                      <TagDot color={tag.color} /> {tag.name}
                    </Tag>
                    <Link className={`link faint ${formStyles.grow}`} href={leadsWith('tag', tag.id)}>
                      {t('common.companyCount', { count: tag.companyCount })}
                    </Link>
                    {edit}
                    {canEdit && (
                      <DeleteButton name={tag.name} onConfirm={() => remove.mutate({ params: { tagId: tag.id } })}>
                        {t('leadSettings.tagDeletion', { count: tag.companyCount })}
                      </DeleteButton>
                    )}
                  </div>
                )}
              </InlineEdit>
            </li>
          ))}
        </ul>
      )}
      {tags.size === 0 && <p className="faint">{t('leadSettings.noTagsYet')}</p>}
      {canEdit && (
        <SettingsForm
          title={t('common.newTag')}
          action={t('leadSettings.addTag')}
          onSave={add}
          error={create.error}
          fields={['name']}
          isSaving={create.isPending}
        >
          <Field label={t('common.name')} name="name" required maxLength={200} error={create.error} />
          <TagColors color={defaultColor} />
        </SettingsForm>
      )}
    </>
  );
}
