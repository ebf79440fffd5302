import { useState } from 'react';
import { useAccountChange } from '../api/use-account-change.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import formStyles from '../ui/form.module.css';
import { NoteField } from './note-field.tsx';

export function NoteForm({ companyId }: { companyId: string }) {
  const [body, setBody] = useState('');
  const create = useAccountChange('POST /companies/:companyId/notes');
  const canSend = body.trim() !== '' && !create.isPending;
  const send = () => {
    if (canSend) create.mutate({ params: { companyId }, body: { body } }, { onSuccess: () => setBody('') });
  };
  return (
    <form
      className={formStyles.form}
      style={{ gap: 8 }}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <NoteField value={body} onChange={setBody} onSend={send} />
      <div className={formStyles.actions}>
        <span className={`faint ${formStyles.grow}`}>{t('notifications.mentionHint')}</span>
        <Button type="submit" small disabled={!canSend}>
          {t('company.addNote')}
        </Button>
      </div>
    </form>
  );
}
