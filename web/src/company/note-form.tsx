import { useState } from 'react';
import { useAccountChange } from '../api/use-account-change.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import formStyles from '../ui/form.module.css';

export function NoteForm({ companyId }: { companyId: string }) {
  const [body, setBody] = useState('');
  const create = useAccountChange('POST /companies/:companyId/notes');
  const write = () => create.mutate({ params: { companyId }, body: { body } }, { onSuccess: () => setBody('') });
  return (
    <form
      className={formStyles.form}
      style={{ gap: 8 }}
      onSubmit={(event) => {
        event.preventDefault();
        write();
      }}
    >
      <textarea
        className={formStyles.area}
        aria-label={t('company.writeANote')}
        placeholder={t('company.notePlaceholder')}
        maxLength={5000}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      <div className={formStyles.actions}>
        <span className={`faint ${formStyles.grow}`}>{t('notifications.mentionHint')}</span>
        <Button type="submit" small disabled={body.trim() === '' || create.isPending}>
          {t('company.addNote')}
        </Button>
      </div>
    </form>
  );
}
