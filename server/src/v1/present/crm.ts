import type { CompanyRelations, CrmConnection } from '../../domain/companies/company-relations.ts';
import type { LoadedCompany } from '../../domain/companies/load-company.ts';

type Include = ReadonlySet<string>;

/** Renders the three CRM relations of a company, with the nested relations that `include` requests. */
export function crmRelations(company: LoadedCompany, { connections }: CompanyRelations, include: Include) {
  return {
    ...connectionRelations(company.connections, connections, include),
    crm_group_connections: (company.group_connections ?? []).map((id) => groupConnectionOf(id, connections.get(id), include)),
  };
}

type Connections = ReadonlyMap<string, CrmConnection>;

/** Renders the CRM relations that companies and contacts have. */
export function connectionRelations(own: LoadedCompany['connections'], connections: Connections, include: Include) {
  const idsWith = (status: string) => (own ?? []).filter((connection) => connection.status === status).map(({ id }) => id);
  return {
    crm_connections: idsWith('connected').map((id) => connectionOf('crm_connection', id, connections.get(id), 'crm_connections', include)),
    crm_suggestions: idsWith('suggested').map((id) => connectionOf('crm_suggestion', id, connections.get(id), 'crm_suggestions', include)),
  };
}

function groupConnectionOf(id: string, connection: CrmConnection | undefined, include: Include) {
  const reference = { type: 'crm_group_connection', id };
  if (!connection || !include.has('crm_group_connections')) return reference;
  const inner = connectionOf('crm_connection', id, connection, 'crm_group_connections.crm_connection', include);
  return { ...reference, attributes: { matched_on: connection.matchedOn }, relationships: { crm_connection: inner } };
}

function connectionOf(type: string, id: string, connection: CrmConnection | undefined, path: string, include: Include) {
  if (!connection || !include.has(path)) return { type, id };
  const crm_record = recordOf(connection.record, `${path}.crm_record`, include);
  return { type, id, attributes: { matched_on: connection.matchedOn }, relationships: { crm_record } };
}

function recordOf(record: CrmConnection['record'], path: string, include: Include) {
  const reference = { type: 'crm_record', id: record.id };
  if (!include.has(path)) return reference;
  return {
    ...reference,
    attributes: {
      crm: record.crm,
      record_type: record.recordType,
      external_id: record.externalId,
      name: record.name,
      url: record.url,
      stage: record.stage,
      updated_at: record.updatedAt.toISOString(),
    },
    relationships: { crm_owner: ownerOf(record, include.has(`${path}.crm_owner`)) },
  };
}

/** Imported owners have no id, so they are identified by e-mail address or, without one, by name. */
function ownerOf({ ownerName, ownerEmail }: CrmConnection['record'], isIncluded: boolean) {
  const id = ownerEmail ?? ownerName;
  if (id === null) return null;
  const reference = { type: 'crm_owner', id };
  return isIncluded ? { ...reference, attributes: { name: ownerName, email: ownerEmail } } : reference;
}
