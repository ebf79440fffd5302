import type { ReactNode } from 'react';
import type { ContactRow } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { ListMenu } from '../lists/list-menu.tsx';
import { t, tCode } from '../texts/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';
import styles from './contacts.module.css';

type ContactLineProps = {
  contact: ContactRow;
  /** Shown after the role, such as the company of a contact on a list. */
  company?: ReactNode;
  /** Further actions, shown after the others. */
  children?: ReactNode;
};

/** A contact of the directory, with badges of the matching buyer personas. */
export function ContactLine({ contact, company, children }: ContactLineProps) {
  const { canEdit } = useWorkspace();
  const showToast = useToast();
  const reveal = useAccountChange('POST /contacts/:contactId/reveal');
  const { id, name, title, department, hierarchyLevel, personas, emails, phoneNumbers } = contact;
  const canReveal = canEdit && !contact.isRevealed && (contact.hasEmail || contact.hasPhone);
  const role = title ?? tCode('contactCode', department, tCode('contactCode', hierarchyLevel, ''));
  const known = [contact.hasEmail && t('company.emailKnown'), contact.hasPhone && t('company.phoneKnown')];
  const revealContact = () =>
    reveal.mutate(
      { params: { contactId: id } },
      {
        onSuccess: ({ charged }) => showToast(charged === 0 ? t('contacts.alreadyRevealed') : t('contacts.revealed', { count: charged })),
      },
    );
  return (
    <li className={styles.contact} data-testid="contact">
      <Avatar name={name} isPerson />
      <span className={styles.text}>
        <span className={styles.name}>
          {name}
          {personas.map((persona) => (
            <Badge key={persona.id} tone="accent" title={t('contacts.matchesPersona', { name: persona.name })}>
              {persona.name}
            </Badge>
          ))}
          {contact.doNotContact && <Badge tone="bad">{t('company.doNotContact')}</Badge>}
        </span>
        <span className="faint">
          {[role, ...(contact.isRevealed ? [] : known)].filter(Boolean).join(' · ')}
          {company}
        </span>
        {contact.isRevealed && (
          <span className={styles.data}>
            {emails.map((email) => (
              <a key={email} className="link" href={`mailto:${email}`}>
                {email}
              </a>
            ))}
            {phoneNumbers.map((number) => (
              <a key={number} className="link" href={`tel:${number.replaceAll(' ', '')}`}>
                {number}
              </a>
            ))}
          </span>
        )}
      </span>
      <span className={styles.actions}>
        {canReveal && (
          <Button quiet small aria-label={t('contacts.revealNamed', { name })} disabled={reveal.isPending} onClick={revealContact}>
            {t('contacts.reveal')}
          </Button>
        )}
        {canEdit && <ListMenu scope="contact" ids={[id]} currentListIds={contact.listIds} label={t('contacts.addToList', { name })} />}
        {children}
      </span>
    </li>
  );
}
