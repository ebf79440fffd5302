import Type from 'typebox';
import { getAccount } from '../../domain/accounts/get-account.ts';
import { listFinancialReports } from '../../domain/companies/list-financial-reports.ts';
import { loadIntents } from '../../domain/companies/load-intents.ts';
import { requestGroupCompany } from '../../domain/companies/request-group-company.ts';
import { searchSignals } from '../../domain/companies/search-signals.ts';
import { setCompanyFields } from '../../domain/companies/set-company-fields.ts';
import { listCompanyFields } from '../../domain/custom-fields/list-company-fields.ts';
import type { FieldPatch } from '../../domain/custom-fields/set-field-values.ts';
import { deleteEmail } from '../../domain/emails/delete-email.ts';
import { listEmails } from '../../domain/emails/list-emails.ts';
import { logEmail } from '../../domain/emails/log-email.ts';
import { visitIntervalOf } from '../../domain/feeds/visit-interval.ts';
import { listCompanyMatches } from '../../domain/icps/list-company-matches.ts';
import { getLeadDetails } from '../../domain/leads/get-lead-details.ts';
import { getLeadId } from '../../domain/leads/get-lead-id.ts';
import { rankQuality } from '../../domain/leads/lead-quality-rank.ts';
import { listCompanyTimeline, timelineItemKinds } from '../../domain/leads/list-company-timeline.ts';
import { evidenceKinds } from '../../domain/leads/list-lead-visits.ts';
import { loadQualityOrder } from '../../domain/leads/load-quality-order.ts';
import { loadReasons } from '../../domain/leads/load-reasons.ts';
import { createNote, deleteNote } from '../../domain/leads/notes.ts';
import { writeReasonText } from '../../domain/leads/write-reason-text.ts';
import { findCompanyLogo } from '../../domain/logos/find-company-logo.ts';
import { Problem } from '../../domain/problem.ts';
import { languages } from '../../domain/users/user.ts';
import { type AccountCall, route } from '../route.ts';
import { requireDirectoryPermission } from './candidates.ts';
import { Day } from './shapes.ts';

const TimelineQuery = Type.Object({
  before: Type.Optional(Type.String({ format: 'date-time' })),
  kind: Type.Optional(Type.Enum([...timelineItemKinds])),
  /** Only the visits of these days that are the evidence of a reason to call. */
  reason: Type.Optional(Type.Enum([...evidenceKinds])),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
});
const DaysQuery = Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) });
const ReasonTextQuery = Type.Object({ from: Day, to: Day, language: Type.Enum([...languages]) });
const NewNote = Type.Object({ body: Type.String({ minLength: 1, maxLength: 5000 }) });

const NewEmail = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 320 }),
  subject: Type.Optional(Type.String({ maxLength: 500 })),
  sentAt: Type.Optional(Type.String({ format: 'date-time' })),
});
const GroupChange = Type.Object({ company: Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()]) });

/** Unchecked here, because the field determines the type of its value: with a union type, the validator would coerce numbers to strings. */
const FieldValues = Type.Object({
  values: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { minProperties: 1, maxProperties: 100 }),
});

const maxSignals = 20;

/** Directory and account data about a lead. The web application shows leads without a charge, even if their visits were deleted. */
async function insightsOf({ ctx, accountId, params }: AccountCall<'/companies/:companyId/insights'>) {
  const companyId = await getLeadId(ctx, accountId, params.companyId);
  const account = await getAccount(ctx, accountId);
  const page = { cursor: null, size: maxSignals };
  const [intents, icps, signals, reports, fields] = await Promise.all([
    loadIntents(ctx, accountId, [companyId]),
    listCompanyMatches(ctx, accountId, { companyIds: [companyId] }),
    searchSignals(ctx, account, { company_ids: [companyId] }, page, null),
    listFinancialReports(ctx, account, companyId, null),
    listCompanyFields(ctx, accountId, companyId),
  ]);
  return {
    intent: intents.get(companyId) ?? null,
    icps,
    signals: signals.signals,
    reports: reports.reports,
    fields,
  };
}

/** The format of the schema allows some times that cannot be read, such as one with the offset +05. */
function timeOf(parameter: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new Problem('invalid_input', { title: `"${text}" is not a time such as 2026-01-31T14:30:00Z.`, parameter });
  return time;
}

const logoSeconds = 86_400;
const noLogoSeconds = 600;

export const companyRoutes = [
  route({
    method: 'GET',
    path: '/companies/:companyId/logo',
    permission: 'view',
    handle: async ({ ctx, params, res }) => {
      const logo = /^\d{1,18}$/.test(params.companyId) ? await findCompanyLogo(ctx, params.companyId) : null;
      res.header('cache-control', `private, max-age=${logo ? logoSeconds : noLogoSeconds}`);
      if (!logo) return undefined;
      res.headers({ 'content-type': logo.type, 'content-security-policy': "default-src 'none'", 'x-content-type-options': 'nosniff' });
      return logo.content;
    },
  }),
  route({
    method: 'GET',
    path: '/companies/:companyId',
    permission: 'view',
    query: DaysQuery,
    handle: async ({ ctx, accountId, params, query: { from, to } }) => {
      const days = from !== undefined && to !== undefined ? { from, to } : null;
      const account = await getAccount(ctx, accountId);
      const interval = days && visitIntervalOf(days.from, days.to, account.timezone);
      const { profile, activity, ...lead } = await getLeadDetails(ctx, accountId, params.companyId, days);
      const [qualityOrder, reasons] = await Promise.all([
        interval ? loadQualityOrder(ctx, accountId, interval) : [],
        interval ? loadReasons(ctx, account, interval, [lead.companyId]) : null,
      ]);
      // Without visits in these days, the company is not among the leads that are ranked.
      const ranked = { ...activity, quality: activity.visits === 0 ? null : rankQuality(activity, qualityOrder) };
      return {
        ...lead,
        activity: ranked,
        ...profile,
        reasons: reasons?.get(lead.companyId) ?? [],
        hasReasonWriter: ctx.reasonWriter !== undefined,
      };
    },
  }),
  route({
    method: 'GET',
    path: '/companies/:companyId/reason-text',
    permission: 'view',
    query: ReasonTextQuery,
    handle: async ({ ctx, accountId, params, query: { from, to, language } }) => {
      const account = await getAccount(ctx, accountId);
      const { companyId, name } = await getLeadDetails(ctx, accountId, params.companyId, { from, to });
      const reasons = await loadReasons(ctx, account, visitIntervalOf(from, to, account.timezone), [companyId]);
      return { text: await writeReasonText(ctx, name, reasons.get(companyId) ?? [], language) };
    },
  }),
  route({
    method: 'GET',
    path: '/companies/:companyId/timeline',
    permission: 'view',
    query: TimelineQuery,
    handle: async ({ ctx, accountId, params, query: { before, kind, reason, from, to } }) => {
      const { timezone } = await getAccount(ctx, accountId);
      return listCompanyTimeline(ctx, accountId, params.companyId, {
        before: before === undefined ? null : timeOf('before', before),
        kinds: kind === undefined ? timelineItemKinds : [kind],
        evidence: reason && from && to ? { reason, ...visitIntervalOf(from, to, timezone) } : null,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/companies/:companyId/notes',
    permission: 'edit',
    body: NewNote,
    handle: ({ ctx, accountId, user, params, body }) =>
      createNote(ctx, accountId, user.id, { companyId: params.companyId, body: body.body }),
  }),
  route({
    method: 'DELETE',
    path: '/notes/:noteId',
    permission: 'edit',
    handle: ({ ctx, accountId, user, params }) => deleteNote(ctx, accountId, user.id, params.noteId),
  }),
  route({
    method: 'GET',
    path: '/companies/:companyId/emails',
    permission: 'view',
    handle: ({ ctx, accountId, params }) => listEmails(ctx, accountId, params.companyId),
  }),
  route({
    method: 'POST',
    path: '/companies/:companyId/emails',
    permission: 'edit',
    body: NewEmail,
    handle: async ({ ctx, accountId, user, params, body: { sentAt, ...email }, res }) => {
      res.code(201);
      const sent = sentAt === undefined ? {} : { sentAt: timeOf('sentAt', sentAt) };
      return logEmail(ctx, accountId, user.id, { companyId: params.companyId, ...email, ...sent });
    },
  }),
  route({
    method: 'DELETE',
    path: '/emails/:emailId',
    permission: 'edit',
    handle: ({ ctx, accountId, user, params }) => deleteEmail(ctx, accountId, user.id, params.emailId),
  }),
  route({
    method: 'PUT',
    path: '/companies/:companyId/group',
    permission: 'manage',
    body: GroupChange,
    handle: async ({ ctx, accountId, params, body }) => {
      await requireDirectoryPermission(ctx, accountId);
      const companyId = await getLeadId(ctx, accountId, params.companyId);
      await requestGroupCompany(ctx, accountId, companyId, body.company);
    },
  }),
  route({ method: 'GET', path: '/companies/:companyId/insights', permission: 'view', handle: insightsOf }),
  route({
    method: 'PATCH',
    path: '/companies/:companyId/custom-fields',
    permission: 'edit',
    body: FieldValues,
    handle: async ({ ctx, accountId, params, body }) => {
      const companyId = await getLeadId(ctx, accountId, params.companyId);
      await setCompanyFields(ctx, accountId, companyId, body.values as FieldPatch);
    },
  }),
];
