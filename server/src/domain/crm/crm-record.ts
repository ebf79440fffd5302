export const crmRecordTypes = ['organization', 'lead', 'contact', 'deal'] as const;
export type CrmRecordType = (typeof crmRecordTypes)[number];

/** Fields that identify the company of a CRM record, most certain first. */
type CrmMatchKeys = {
  /** A company id of the directory. */
  company_id: string | null;
  domain: string | null;
  /** The person's e-mail address; `email_domain` is the employer's domain derived from it. */
  email: string | null;
  email_domain: string | null;
  company_name: string | null;
};

export type StoredCrmRecord = CrmMatchKeys & { id: string; record_type: CrmRecordType };
