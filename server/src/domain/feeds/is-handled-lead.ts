import { sql } from 'kysely';

/** Lead status: a lead is handled, and no longer new, if it is assigned, e-mailed or in a CRM. */
export function isHandledLead(lead: { assignee_id: string | null; emailed_to: string[]; crm_lead_id: string | null }): boolean {
  return lead.assignee_id !== null || lead.emailed_to.length > 0 || lead.crm_lead_id !== null;
}

/** SQL version of `isHandledLead` for lead `l`. */
export const isHandledSql = sql<boolean>`(l.assignee_id is not null or l.emailed_to <> '{}' or l.crm_lead_id is not null)`;
