import type { Config } from '../../config.ts';
import type { ListFacts } from '../../domain/companies/company-relations.ts';
import type { CompanyRecord } from '../../domain/companies/get-company.ts';
import { companyAttributes } from './company-attributes.ts';
import { crmRelations } from './crm.ts';
import { webVisitAttributes } from './web-visit.ts';

type Include = ReadonlySet<string>;
type View = { include: Include; timezone: string; aliases: Config['earlierAliases'] };

/** Renders a `company` resource with the included relations. */
export function companyV1(record: CompanyRecord, { include, timezone, aliases }: View) {
  return {
    type: 'company',
    id: record.company.id,
    attributes: companyAttributes(record, timezone),
    relationships: relationshipsOf(record, include, aliases),
  };
}

function relationshipsOf({ company, relations }: CompanyRecord, include: Include, aliases: Config['earlierAliases']) {
  const groupCompany = relations.groupCompanies.get(company.group_company_id ?? '');
  return {
    group_company:
      company.group_company_id === null
        ? null
        : {
            type: 'group_company',
            id: company.group_company_id,
            ...(groupCompany && {
              attributes: { name: groupCompany.name, domain: groupCompany.domain, url: groupCompany.url, logo_url: groupCompany.logo_url },
            }),
          },
    tags: (company.tag_ids ?? []).map((id) => withAttributes('tag', id, relations.tags.get(id), ({ name, color }) => ({ name, color }))),
    lists: (company.list_ids ?? []).map((id) => withAttributes('list', id, relations.lists.get(id), listAttributes)),
    web_visits: (company.newest_visits ?? []).map(({ id }) =>
      withAttributes('web_visit', id, relations.visits.get(id), (visit) => webVisitAttributes(visit, { aliases, includesEvents: false })),
    ),
    icps: (company.icp_ids ?? []).map((id) => withAttributes('icp', id, relations.icps.get(id), ({ name }) => ({ name }))),
    ...crmRelations(company, relations, include),
  };
}

export function listAttributes(list: ListFacts) {
  return {
    name: list.name,
    scope: list.scope,
    kind: list.kind,
    read_only: list.kind !== 'static',
    item_count: list.item_count,
    created_at: list.created_at.toISOString(),
  };
}

export function withAttributes<Record>(type: string, id: string, record: Record | undefined, attributes: (record: Record) => object) {
  return record === undefined ? { type, id } : { type, id, attributes: attributes(record) };
}
