import { useDeferredValue, useState } from 'react';
import type { CompanyList } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import { useListChange } from './use-list-change.ts';

const maxShown = 8;

type Found = { id: string; name: string; detail: string };

/** Finds a company or a contact by name and adds it to a list. */
export function AddMember({ list }: { list: CompanyList }) {
  const [input, setInput] = useState('');
  const changeMembers = useListChange();
  const search = useDeferredValue(input.trim());
  const isLongEnough = search.length > 1;
  const isOfContacts = list.scope === 'contact';
  const companies = useAccountQuery('/directory', { query: { search, visited: true }, enabled: isLongEnough && !isOfContacts });
  const contacts = useAccountQuery('/contacts', { query: { search }, enabled: isLongEnough && isOfContacts });
  const found: Found[] = isOfContacts
    ? (contacts.data ?? []).map(({ id, name, title, companyName }) => ({
        id,
        name,
        detail: [title, companyName].filter(Boolean).join(' · '),
      }))
    : (companies.data?.companies ?? []).map(({ id, name, domain }) => ({ id, name, detail: domain ?? '' }));
  const { data, error } = isOfContacts ? contacts : companies;
  const label = t(isOfContacts ? 'lists.addContact' : 'lists.addCompany');
  return (
    <section className={`${cardStyles.card} ${cardStyles.padded} ${formStyles.stack}`} aria-label={label}>
      <input
        type="search"
        className={formStyles.input}
        aria-label={label}
        placeholder={`${label}: ${t('lists.addSearch')}`}
        maxLength={200}
        value={input}
        onChange={(event) => setInput(event.target.value)}
      />
      {isLongEnough && (
        <div role="status">
          {error && <p style={{ color: 'var(--bad)' }}>{error.message}</p>}
          {data && found.length === 0 && <p className="faint">{t('lists.noSuchRecord')}</p>}
          <div className={formStyles.actions}>
            {found.slice(0, maxShown).map(({ id, name, detail }) => (
              <Button key={id} small onClick={() => changeMembers({ list, ids: [id], isOn: true }, () => setInput(''))}>
                <Icon name="plus" size={13} /> {name} <span className="faint">{detail}</span>
              </Button>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}
