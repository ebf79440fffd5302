import { type CompanyFormat, textOf, truncate, withoutEmptyValues } from './company-format.ts';

/** Registrations that do not represent a separate entity: a duplicate is registered under another LEI as well. */
const invalidRegistrations = new Set(['DUPLICATE', 'ANNULLED', 'CANCELLED', 'PENDING_VALIDATION']);
/** Number of columns for other names in a golden copy. The first ones may be empty. */
const maxOtherNames = 10;

/** GLEIF golden copy, level 1: legal entities. It has no websites, so entities are matched by LEI. */
export const gleif: CompanyFormat = {
  name: 'gleif',
  title: 'GLEIF golden copy (LEI)',
  columns: ['lei', 'entity.legalname', 'entity.legaladdress.country'],
  hasNoDomains: true,
  translate(record) {
    const [lei, name] = [textOf(record.lei), textOf(record['entity.legalname'])];
    const category = textOf(record['entity.entitycategory']);
    const status = textOf(record['entity.entitystatus']);
    // Funds, branches, sole proprietors and inactive entities are not companies that visit a website.
    if (
      lei === undefined ||
      name === undefined ||
      (status !== undefined && status !== 'ACTIVE') ||
      invalidRegistrations.has(textOf(record['registration.registrationstatus']) ?? '') ||
      ['FUND', 'BRANCH', 'SOLE_PROPRIETOR'].includes(category ?? '')
    )
      return null;
    const address = textOf(record['entity.headquartersaddress.country']) === undefined ? 'legaladdress' : 'headquartersaddress';
    const part = (column: string) => textOf(record[`entity.${address}.${column}`]);
    const region = part('region');
    return withoutEmptyValues({
      external_id: `lei:${lei}`,
      name: truncate(name, 200),
      alternative_names: otherNames(record),
      register_id: truncate(textOf(record['entity.registrationauthority.registrationauthorityentityid']), 100),
      register_location: truncate(textOf(record['entity.registrationauthority.registrationauthorityid']), 200),
      street_address: truncate(part('firstaddressline'), 500),
      postal_code: truncate(part('postalcode'), 20),
      city: truncate(part('city'), 200),
      region_code: region !== undefined && /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(region) ? region : undefined,
      country_code: part('country'),
      kind: category === 'RESIDENT_GOVERNMENT_ENTITY' || category === 'INTERNATIONAL_ORGANIZATION' ? 'government' : undefined,
    });
  },
};

function otherNames(record: Record<string, unknown>): string[] {
  const names: string[] = [];
  for (const prefix of ['entity.otherentitynames.otherentityname', 'entity.transliteratedotherentitynames.transliteratedotherentityname']) {
    for (let number = 1; number <= maxOtherNames; number++) {
      const name = truncate(textOf(record[`${prefix}.${number}`]), 200);
      if (name !== undefined) names.push(name.replaceAll('|', ' '));
    }
  }
  return names;
}

/** GLEIF golden copy, level 2: parents of legal entities. The ultimate parent is the parent company of the group. */
export const gleifRelationships: CompanyFormat = {
  name: 'gleif-relationships',
  title: 'GLEIF golden copy (relationships)',
  columns: ['relationship.startnode.nodeid', 'relationship.endnode.nodeid', 'relationship.relationshiptype'],
  translate(record) {
    const [child, parent] = [textOf(record['relationship.startnode.nodeid']), textOf(record['relationship.endnode.nodeid'])];
    const isParent = textOf(record['relationship.relationshiptype']) === 'IS_ULTIMATELY_CONSOLIDATED_BY';
    const isActive = (textOf(record['relationship.relationshipstatus']) ?? 'ACTIVE') === 'ACTIVE';
    if (child === undefined || parent === undefined || child === parent || !isParent || !isActive) return null;
    return { external_id: `lei:${child}`, group_external_id: `lei:${parent}` };
  },
};
