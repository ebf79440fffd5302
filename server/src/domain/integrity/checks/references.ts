import { type RawBuilder, sql } from 'kysely';
import type { Check } from '../check.ts';
import { expectNone } from '../compare.ts';

/** Finds references to unknown or merged companies; `referenced` selects company ids with the record that contains them as `subject`. */
const wrongCompanies = (referenced: RawBuilder<unknown>) => sql`
  select concat_ws(' ', referenced.subject, 'refers to company', referenced.company_id) as subject,
    case when c.id is null then 'no such company' else concat_ws(' ', 'merged into', c.merged_into) end as stored, null as counted
  from (${referenced}) as referenced left join companies c on c.id = referenced.company_id
  where referenced.company_id is not null and (c.id is null or c.merged_into is not null)`;

export const companies: Check = {
  name: 'companies',
  description: 'companies that visits refer to exist and are not merged',
  skippedDuring: ['reattribution'],
  isRebuildable: false,
  run: (trx, { id }) =>
    expectNone(
      trx,
      sql`${wrongCompanies(sql`select concat_ws(' ', 'visit', id) as subject, company_id from visits where account_id = ${id}`)}
        union all ${wrongCompanies(sql`
          select concat_ws(' ', 'a client of visit', v.id) as subject, (client ->> 'companyId')::bigint as company_id
          from visits v cross join json_array_elements(v.events::json -> 'clients') as client
          where v.account_id = ${id} and v.events::json -> 'clients' is not null`)}
        union all ${wrongCompanies(sql`select concat_ws(' ', 'the workplace of visitor', id) as subject, workplace_company_id as company_id from visitors where account_id = ${id}`)}
        union all ${wrongCompanies(sql`select concat_ws(' ', 'correction', id) as subject, company_id from corrections where account_id = ${id}`)}`,
    ),
};

export const visitReferences: Check = {
  name: 'visit_references',
  description: 'pages, places and verdicts that visits refer to exist',
  skippedDuring: [],
  isRebuildable: false,
  run: (trx, { id }) =>
    expectNone(
      trx,
      sql`select concat_ws(' ', 'place', v.place_id) as subject, 'missing' as stored, null as counted from visits v
          where v.account_id = ${id} and not exists (select 1 from places p where p.account_id = ${id} and p.id = v.place_id) group by v.place_id
        union all select concat_ws(' ', 'verdict', v.verdict_id), 'missing', null from visits v
          where v.account_id = ${id} and v.verdict_id is not null
            and not exists (select 1 from verdicts x where x.account_id = ${id} and x.id = v.verdict_id) group by v.verdict_id
        union all select concat_ws(' ', 'page', seen.page_id), 'missing', null
          from (select distinct unnest(v.page_ids) as page_id from visits v where v.account_id = ${id}) as seen
          where not exists (select 1 from pages p where p.account_id = ${id} and p.id = seen.page_id)`,
    ),
};
