import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { CompanyRow } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { CompanyLogo } from '../company/company-logo.tsx';
import { CompanyContacts } from '../contacts/company-contacts.tsx';
import { ago, formatEmployeeRange, formatNumber, placeName } from '../lib/format.ts';
import { industryName } from '../texts/language.ts';
import { t } from '../texts/t.ts';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import personStyles from '../ui/person.module.css';
import tableStyles from '../ui/table.module.css';
import { Tag } from '../ui/tag.tsx';
import styles from './company-table.module.css';

type CompanyTableProps = {
  companies: CompanyRow[];
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  /** The list that is shown. Its name is left out of the rows. */
  listId?: string;
  actions?: (company: CompanyRow) => ReactNode;
};

/** Companies of the directory or of a list, whether they visited or not. */
export function CompanyTable({ companies, selected, onSelect, listId, actions }: CompanyTableProps) {
  const { canEdit } = useWorkspace();
  const [openId, setOpenId] = useState<string | null>(null);
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const toggleContacts = (id: string) => setOpenId(openId === id ? null : id);
  const areAllSelected = companies.length > 0 && companies.every(({ id }) => selected.has(id));
  return (
    <div className={tableStyles.scrollSideways}>
      <table className={`${tableStyles.plainTable} ${styles.companies}`}>
        <thead>
          <tr>
            {canEdit && (
              <th className={styles.check}>
                <label>
                  <input
                    type="checkbox"
                    className={formStyles.check}
                    aria-label={t('directory.selectAllVisible')}
                    checked={areAllSelected}
                    onChange={() => onSelect(new Set(areAllSelected ? [] : companies.map(({ id }) => id)))}
                  />
                </label>
              </th>
            )}
            <th>{t('common.company')}</th>
            <th className={tableStyles.mayHide}>{t('common.place')}</th>
            <th className={tableStyles.mayHide}>{t('common.industry')}</th>
            <th className={tableStyles.mayHide}>{t('directory.size')}</th>
            <th className={tableStyles.mayHide}>{t('common.contacts')}</th>
            <th className={tableStyles.mayHide}>{t('directory.visited')}</th>
            {actions && (
              <th>
                <span className="visually-hidden">{t('common.edit')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {companies.map((company) => (
            <Fragment key={company.id}>
              <tr data-testid="company-row">
                {canEdit && (
                  <td className={styles.check}>
                    <label>
                      <input
                        type="checkbox"
                        className={formStyles.check}
                        aria-label={t('leads.selectNamed', { name: company.name })}
                        checked={selected.has(company.id)}
                        onChange={() => toggle(company.id)}
                      />
                    </label>
                  </td>
                )}
                <td className={styles.name}>
                  <CompanyName company={company} listId={listId} />
                  <span className={`${styles.onPhone} faint`}>{summaryOf(company)}</span>
                  <span className={`${styles.onPhone} faint`}>
                    {t('directory.lastVisit', { time: lastVisit(company) })}
                    {company.contacts > 0 && (
                      <ContactsButton company={company} isOpen={openId === company.id} onToggle={toggleContacts}>
                        {t('directory.contacts', { count: company.contacts })}
                      </ContactsButton>
                    )}
                  </span>
                </td>
                <td className={tableStyles.mayHide}>{placeName({ city: company.city, countryCode: company.countryCode }) ?? '–'}</td>
                <td className={`${tableStyles.mayHide} soft`}>{company.industry === null ? '–' : industryName(company.industry)}</td>
                <td className={`${tableStyles.mayHide} ${styles.short} soft number`}>
                  {company.employeeRange === null ? '–' : formatEmployeeRange(company.employeeRange)}
                </td>
                <td className={tableStyles.mayHide}>
                  {company.contacts === 0 ? (
                    <span className="faint number">{formatNumber(0)}</span>
                  ) : (
                    <ContactsButton company={company} isOpen={openId === company.id} onToggle={toggleContacts}>
                      {formatNumber(company.contacts)}
                    </ContactsButton>
                  )}
                </td>
                <td className={`${tableStyles.mayHide} ${styles.short} soft`}>{lastVisit(company)}</td>
                {actions && <td className={tableStyles.right}>{actions(company)}</td>}
              </tr>
              {openId === company.id && (
                <tr>
                  <td colSpan={8}>
                    <CompanyContacts companyId={company.id} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function lastVisit({ lastVisitAt }: CompanyRow): string {
  return lastVisitAt === null ? t('directory.notVisited') : ago(lastVisitAt);
}

/** The place, industry and size, which have no columns on a phone. */
function summaryOf({ city, countryCode, industry, employeeRange }: CompanyRow): string {
  const size = employeeRange === null ? null : t('directory.employees', { range: formatEmployeeRange(employeeRange) });
  return [placeName({ city, countryCode }), industry === null ? null : industryName(industry), size].filter(Boolean).join(' · ');
}

type ContactsButtonProps = { company: CompanyRow; isOpen: boolean; onToggle: (id: string) => void; children: ReactNode };

function ContactsButton({ company, isOpen, onToggle, children }: ContactsButtonProps) {
  return (
    <button type="button" className={`link ${styles.expand}`} aria-expanded={isOpen} onClick={() => onToggle(company.id)}>
      <span className="number">{children}</span>
      <span className="visually-hidden">{t('directory.contactsOf', { name: company.name })}</span>
      <Icon name={isOpen ? 'up' : 'down'} size={13} />
    </button>
  );
}

function CompanyName({ company, listId }: { company: CompanyRow; listId?: string }) {
  return (
    <span className={personStyles.who}>
      <CompanyLogo companyId={company.id} name={company.name} />
      <span className={personStyles.names}>
        <span className={personStyles.name}>
          {company.visits === null ? (
            <span>{company.name}</span>
          ) : (
            <Link href={`/companies/${company.id}`} className="link">
              {company.name}
            </Link>
          )}
        </span>
        <span className={`${personStyles.domain} ${styles.marks}`}>
          {company.domain && (
            <a className="link" href={`https://${company.domain}`} target="_blank" rel="noreferrer">
              {company.domain}
            </a>
          )}
          {company.lists
            .filter(({ id }) => id !== listId)
            .map(({ id, name }) => (
              <Tag key={id} title={t('company.onList')}>
                <Icon name="list" size={12} /> <span className="truncate">{name}</span>
              </Tag>
            ))}
        </span>
      </span>
    </span>
  );
}
