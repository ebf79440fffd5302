import Type from 'typebox';
import { getAccount } from '../../domain/accounts/get-account.ts';
import { listFinancialReports } from '../../domain/companies/list-financial-reports.ts';
import { loadIntents } from '../../domain/companies/load-intents.ts';
import { searchSignals } from '../../domain/companies/search-signals.ts';
import { setCompanyFields } from '../../domain/companies/set-company-fields.ts';
import { searchContacts } from '../../domain/contacts/search-contacts.ts';
import { settableTypes } from '../../domain/custom-fields/custom-field.ts';
import { listCompanyFields } from '../../domain/custom-fields/list-company-fields.ts';
import { listFields } from '../../domain/custom-fields/list-fields.ts';
import type { FieldPatch } from '../../domain/custom-fields/set-field-values.ts';
import { createField, deleteField, updateField } from '../../domain/custom-fields/write-fields.ts';
import { listCompanyMatches } from '../../domain/icps/list-company-matches.ts';
import { getLeadId } from '../../domain/leads/get-lead-id.ts';
import { type AccountCall, route } from '../route.ts';

/** Each field determines the type of its value; a union here would coerce numbers to strings. */
const FieldValues = Type.Object({ values: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()) });
const FieldName = Type.String({ minLength: 1, maxLength: 100 });
const Description = Type.Union([Type.String({ maxLength: 500 }), Type.Null()]);
const NewField = Type.Object({
  name: FieldName,
  type: Type.Enum([...settableTypes]),
  description: Type.Optional(Description),
});
const FieldChange = Type.Object({ name: Type.Optional(FieldName), description: Type.Optional(Description) });

const shown = 20;

/** Directory and account data about a company. A company that visited is already revealed, so nothing is charged. */
async function knowledgeOf({ ctx, accountId, params, req }: AccountCall<'/companies/:companyId/knowledge'>) {
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

export const customFieldRoutes = [
  route({ method: 'GET', path: '/companies/:companyId/knowledge', need: 'view', handle: knowledgeOf }),
  route({
    method: 'PATCH',
    path: '/companies/:companyId/fields',
    need: 'edit',
    body: FieldValues,
    handle: async ({ ctx, accountId, params, body }) => {
      const companyId = await getLeadId(ctx, accountId, params.companyId);
      await setCompanyFields(ctx, accountId, companyId, body.values as FieldPatch);
    },
  }),
  route({
    method: 'GET',
    path: '/fields',
    need: 'view',
    handle: async ({ ctx, accountId }) => (await listFields(ctx, accountId, { scope: 'company', offset: 0, limit: 500 })).fields,
  }),
  route({
    method: 'POST',
    path: '/fields',
    need: 'manage',
    body: NewField,
    handle: async ({ ctx, accountId, body, res }) => {
      res.code(201);
      return createField(ctx, accountId, { ...body, scope: 'company' });
    },
  }),
  route({
    method: 'PATCH',
    path: '/fields/:fieldId',
    need: 'manage',
    body: FieldChange,
    handle: ({ ctx, accountId, params, body }) => updateField(ctx, accountId, params.fieldId, body),
  }),
  route({
    method: 'DELETE',
    path: '/fields/:fieldId',
    need: 'manage',
    handle: ({ ctx, accountId, params }) => deleteField(ctx, accountId, params.fieldId),
  }),
];
