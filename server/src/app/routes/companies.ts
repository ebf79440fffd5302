import Type from 'typebox';
import { getAccount } from '../../domain/accounts/get-account.ts';
import { listActivities } from '../../domain/activities/activities.ts';
import { listFinancialReports } from '../../domain/companies/list-financial-reports.ts';
import { loadIntents } from '../../domain/companies/load-intents.ts';
import { rankQuality } from '../../domain/companies/quality-rank.ts';
import { searchSignals } from '../../domain/companies/search-signals.ts';
import { setCompanyFields } from '../../domain/companies/set-company-fields.ts';
import { updateGroupCompany } from '../../domain/companies/update-group-company.ts';
import { searchContacts } from '../../domain/contacts/search-contacts.ts';
import { listCompanyFields } from '../../domain/custom-fields/list-company-fields.ts';
import type { FieldPatch } from '../../domain/custom-fields/set-field-values.ts';
import { deleteEmail } from '../../domain/emails/delete-email.ts';
import { listEmails } from '../../domain/emails/list-emails.ts';
import { logEmail } from '../../domain/emails/log-email.ts';
import { windowOf } from '../../domain/feeds/window.ts';
import { listCompanyMatches } from '../../domain/icps/list-company-matches.ts';
import { mayChangeDirectory } from '../../domain/imports/directory-accounts.ts';
import { getLeadDetails } from '../../domain/leads/get-lead-details.ts';
import { getLeadId } from '../../domain/leads/get-lead-id.ts';
import { listLeadVisits } from '../../domain/leads/list-lead-visits.ts';
import { loadQualityOrder } from '../../domain/leads/load-quality-order.ts';
import { loadReasons } from '../../domain/leads/load-reasons.ts';
import { createNote, deleteNote, listNotes } from '../../domain/leads/notes.ts';
import { Problem } from '../../domain/problem.ts';
import { type AccountCall, route } from '../route.ts';
import { Day } from './shapes.ts';

const VisitsQuery = Type.Object({ before: Type.Optional(Type.String({ maxLength: 60 })) });
const DaysQuery = Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) });
const NewNote = Type.Object({ body: Type.String({ minLength: 1, maxLength: 5000 }) });

const NewEmail = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 320 }),
  subject: Type.Optional(Type.String({ maxLength: 500 })),
  sentAt: Type.Optional(Type.String({ format: 'date-time' })),
});
const GroupChange = Type.Object({ company: Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()]) });

/** Each field determines the type of its value; a union here would coerce numbers to strings. */
const FieldValues = Type.Object({ values: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()) });

const shown = 20;

/** Directory and account data about a company. A company that visited is already revealed, so nothing is charged. */
async function insightsOf({ ctx, accountId, params, req }: AccountCall<'/companies/:companyId/insights'>) {
  const companyId = await getLeadId(ctx, accountId, params.companyId);
  const account = await getAccount(ctx, accountId);
  const opening = { operation: 'app', requestId: req.id };
  const page = { cursor: null, size: shown };
  const [intents, icps, contacts, signals, reports, fields] = await Promise.all([
    loadIntents(ctx, accountId, [companyId]),
    listCompanyMatches(ctx, accountId, { companyIds: [companyId] }),
    searchContacts(ctx, accountId, { company_ids: [companyId] }, page),
    searchSignals(ctx, account, { company_ids: [companyId] }, page, opening),
    listFinancialReports(ctx, account, companyId, opening),
    listCompanyFields(ctx, accountId, companyId),
  ]);
  return {
    intent: intents.get(companyId) ?? null,
    icps,
    contacts: contacts.contacts,
    signals: signals.signals,
    reports: reports.reports,
    fields,
  };
}

export const companyRoutes = [
  route({
    method: 'GET',
    path: '/companies/:companyId',
    need: 'view',
    query: DaysQuery,
    handle: async ({ ctx, accountId, params, query: { from, to } }) => {
      const days = from !== undefined && to !== undefined ? { from, to } : null;
      const account = await getAccount(ctx, accountId);
      const window = days && windowOf(days.from, days.to, account.timezone);
      const { profile, activity, ...lead } = await getLeadDetails(ctx, accountId, params.companyId, days);
      const [qualityOrder, reasons] = await Promise.all([
        window ? loadQualityOrder(ctx, accountId, window) : [],
        window ? loadReasons(ctx, account, window, [lead.companyId]) : null,
      ]);
      const ranked = { ...activity, quality: rankQuality(activity, qualityOrder) };
      return { ...lead, activity: ranked, ...profile, reasons: reasons?.get(lead.companyId) ?? [] };
    },
  }),
  route({
    method: 'GET',
    path: '/companies/:companyId/visits',
    need: 'view',
    query: VisitsQuery,
    handle: async ({ ctx, accountId, params, query }) => {
      const companyId = await getLeadId(ctx, accountId, params.companyId);
      return listLeadVisits(ctx, accountId, companyId, query.before ?? null);
    },
  }),
  route({
    method: 'GET',
    path: '/companies/:companyId/notes',
    need: 'view',
    handle: ({ ctx, accountId, params }) => listNotes(ctx, accountId, params.companyId),
  }),
  route({
    method: 'POST',
    path: '/companies/:companyId/notes',
    need: 'edit',
    body: NewNote,
    handle: ({ ctx, accountId, user, params, body }) =>
      createNote(ctx, accountId, user.id, { companyId: params.companyId, body: body.body }),
  }),
  route({
    method: 'DELETE',
    path: '/notes/:noteId',
    need: 'edit',
    handle: ({ ctx, accountId, user, params }) => deleteNote(ctx, accountId, user.id, params.noteId),
  }),
  route({
    method: 'GET',
    path: '/companies/:companyId/activities',
    need: 'view',
    handle: ({ ctx, accountId, params }) => listActivities(ctx, accountId, params.companyId),
  }),
  route({
    method: 'GET',
    path: '/companies/:companyId/emails',
    need: 'view',
    handle: ({ ctx, accountId, params }) => listEmails(ctx, accountId, params.companyId),
  }),
  route({
    method: 'POST',
    path: '/companies/:companyId/emails',
    need: 'edit',
    body: NewEmail,
    handle: async ({ ctx, accountId, user, params, body: { sentAt, ...email }, res }) => {
      res.code(201);
      const sent = sentAt === undefined ? {} : { sentAt: new Date(sentAt) };
      return logEmail(ctx, accountId, user.id, { companyId: params.companyId, ...email, ...sent });
    },
  }),
  route({
    method: 'DELETE',
    path: '/emails/:emailId',
    need: 'edit',
    handle: ({ ctx, accountId, user, params }) => deleteEmail(ctx, accountId, user.id, params.emailId),
  }),
  route({
    method: 'PUT',
    path: '/companies/:companyId/group',
    need: 'manage',
    body: GroupChange,
    handle: async ({ ctx, accountId, params, body }) => {
      if (!(await mayChangeDirectory(ctx, ctx.directoryAccounts, accountId))) {
        throw new Problem(
          'forbidden',
          'All accounts of this installation share the directory of companies. Only the operator can change it, or accounts listed in DIRECTORY_ACCOUNTS.',
        );
      }
      const companyId = await getLeadId(ctx, accountId, params.companyId);
      await updateGroupCompany(ctx, accountId, companyId, body.company);
    },
  }),
  route({ method: 'GET', path: '/companies/:companyId/insights', need: 'view', handle: insightsOf }),
  route({
    method: 'PATCH',
    path: '/companies/:companyId/custom-fields',
    need: 'edit',
    body: FieldValues,
    handle: async ({ ctx, accountId, params, body }) => {
      const companyId = await getLeadId(ctx, accountId, params.companyId);
      await setCompanyFields(ctx, accountId, companyId, body.values as FieldPatch);
    },
  }),
];
