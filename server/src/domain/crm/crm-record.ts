export const crmRecordTypes = ['organization', 'lead', 'contact', 'deal'] as const;
export type CrmRecordType = (typeof crmRecordTypes)[number];

/** What a CRM record says about the company it belongs to, from the most to the least certain. */
type CrmMatchKeys = {
  /** Given as a company of the directory. */
  company_id: string | null;
  domain: string | null;
  /** The person's own address, and the domain of the employer behind it. */
  email: string | null;
  email_domain: string | null;
  company_name: string | null;
};

export type StoredCrmRecord = CrmMatchKeys & { id: string; record_type: CrmRecordType };
