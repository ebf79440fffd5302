import { useDeferredValue, useState } from 'react';
import type { CompanyList } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { useDirectorySearch } from '../directory/use-directory-search.ts';
import { t } from '../texts/t.ts';
import cardStyles from '../ui/card.module.css';
import formStyles from '../ui/form.module.css';
import { type FoundRecord, RecordSearch } from '../ui/record-search.tsx';
import { useListChange } from './use-list-change.ts';

/** Searches for a company or a contact and adds it to a list. */
export function AddMember({ list }: { list: CompanyList }) {
  const [input, setInput] = useState('');
  const changeMembers = useListChange();
  const isContactList = list.scope === 'contact';
  const companies = useDirectorySearch(input, !isContactList);
  const contacts = useContactSearch(input, isContactList);
  const label = t(isContactList ? 'lists.addContact' : 'lists.addCompany');
  return (
    <section className={`${cardStyles.card} ${cardStyles.padded} ${formStyles.stack}`} aria-label={label}>
      <RecordSearch
        label={label}
        value={input}
        onChange={setInput}
        {...(isContactList ? contacts : companies)}
        onSelect={({ id }) => changeMembers({ list, ids: [id], isOn: true }, () => setInput(''))}
      />
    </section>
  );
}

function useContactSearch(input: string, isEnabled: boolean): { found: FoundRecord[] | undefined; error: Error | null } {
  const search = useDeferredValue(input.trim());
  const enabled = isEnabled && search.length > 1;
  const { data, error, isPlaceholderData } = useAccountQuery('/contacts', { query: { search }, enabled });
  if (!enabled || isPlaceholderData || search !== input.trim()) return { found: undefined, error: null };
  const detailOf = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
  return { found: data?.map(({ id, name, title, companyName }) => ({ id, name, detail: detailOf(title, companyName) })), error };
}
