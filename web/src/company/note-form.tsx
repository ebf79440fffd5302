import { useState } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { useMembers } from '../leads/use-members.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import formStyles from '../ui/form.module.css';
import { noteDraft } from './note-drafts.ts';
import { NoteField } from './note-field.tsx';

export function NoteForm({ companyId }: { companyId: string }) {
  const { user, base, canManage } = useWorkspace();
  const isAlone = useMembers().length === 1 && canManage;
  const draft = noteDraft(user.id, base, companyId);
  const [body, setText] = useState(draft.read());
  const setBody = (text: string) => {
    setText(text);
    draft.write(text);
  };
  const create = useAccountChange('POST /companies/:companyId/notes');
  const canSend = body.trim() !== '' && !create.isPending;
  const send = () => {
    if (!canSend) return;
    // `mutate` would not call back if another company is shown meanwhile, and the note would stay a draft.
    create.mutateAsync({ params: { companyId }, body: { body } }).then(
      () => setBody(''),
      () => {},
    );
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
        <span className={`faint ${formStyles.grow}`}>
          {isAlone ? (
            <Link href="/settings/users" className="link">
              {t('notifications.inviteHint')}
            </Link>
          ) : (
            t('notifications.mentionHint')
          )}
        </span>
        <Button type="submit" small disabled={!canSend}>
          {t('company.addNote')}
        </Button>
      </div>
    </form>
  );
}
