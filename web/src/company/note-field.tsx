import { type KeyboardEvent, useId, useState } from 'react';
import type { Member } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { memberName, useMembers } from '../leads/use-members.ts';
import { t } from '../texts/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import formStyles from '../ui/form.module.css';
import popupStyles from '../ui/popup.module.css';
import { mentionAt } from './mention-at.ts';
import styles from './note-field.module.css';

const maxSuggestions = 6;

/** The text of a note. After an @, the other users of the account are suggested; the selected one is mentioned. */
export function NoteField({ value, onChange, onSend }: { value: string; onChange: (value: string) => void; onSend: () => void }) {
  const id = useId();
  const [cursor, setCursor] = useState<number | null>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const mention = cursor === null ? null : mentionAt(value, cursor);
  const suggested = useSuggestedMembers(mention?.name);
  const current = suggested[Math.min(activeIndex, suggested.length - 1)];
  const select = ({ email }: Member) => {
    if (!mention) return;
    onChange(`${value.slice(0, mention.start)}@${email} ${value.slice(mention.start + 1 + mention.name.length).trimStart()}`);
    setCursor(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) return onSend();
    if (!current) return;
    if (event.key === 'ArrowDown') setActiveIndex((activeIndex + 1) % suggested.length);
    else if (event.key === 'ArrowUp') setActiveIndex((activeIndex + suggested.length - 1) % suggested.length);
    else if (event.key === 'Enter' || event.key === 'Tab') select(current);
    else if (event.key === 'Escape') setCursor(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.field}>
      <textarea
        className={formStyles.area}
        aria-label={t('company.writeNote')}
        aria-autocomplete="list"
        aria-controls={current ? id : undefined}
        aria-activedescendant={current && `${id}-${current.id}`}
        placeholder={t('company.notePlaceholder')}
        maxLength={5000}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
          setCursor(target.selectionStart);
          setActiveIndex(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(null)}
      />
      {current && (
        <div id={id} role="listbox" aria-label={t('notifications.colleagues')} className={`${popupStyles.popup} ${styles.suggested}`}>
          {suggested.map((member) => (
            <div
              key={member.id}
              id={`${id}-${member.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={member === current}
              className={popupStyles.popupItem}
              data-highlighted={member === current ? '' : undefined}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => select(member)}
              onKeyDown={() => {}}
            >
              <Avatar name={memberName(member)} isPerson isSmall />
              <span className="truncate">{memberName(member)}</span>
              <span className="faint truncate">{member.email}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Other users whose e-mail address, or a word of whose name, begins with the typed text. */
function useSuggestedMembers(name: string | undefined): Member[] {
  const { user } = useWorkspace();
  const members = useMembers();
  if (name === undefined) return [];
  const typed = name.toLowerCase();
  const matches = (member: Member) => [...memberName(member).split(' '), member.email].some((word) => word.toLowerCase().startsWith(typed));
  return members.filter((member) => member.id !== user.id && matches(member)).slice(0, maxSuggestions);
}
