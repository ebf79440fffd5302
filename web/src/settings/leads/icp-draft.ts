import type { Icp, IcpBody, IcpCriterion, IcpFilters } from '../../api/responses.ts';
import { countryName, formatEmployeeRange } from '../../lib/format.ts';
import { t, tCode } from '../../texts/t.ts';

type Place = NonNullable<IcpFilters['location']>[number];

/** A profile while it is edited. It has every criterion; unused ones are empty. */
export type IcpDraft = {
  name: string;
  description: string;
  countries: string[];
  /** Places smaller than a country, set through the API and left unchanged. */
  finerPlaces: Place[];
  ranges: NonNullable<IcpFilters['employee_ranges']>;
  classification: 'internal' | 'nace' | 'wz';
  industries: string[];
  minRevenue: string;
  maxRevenue: string;
  orientations: NonNullable<IcpFilters['customer_orientation']>;
  keywords: string[];
  /** Criteria that need not match. */
  optional: IcpCriterion[];
};

const isCountry = (place: Place) => Object.keys(place).join() === 'country_code';

export function draftOf(icp?: Icp): IcpDraft {
  const filters = (icp?.filters ?? {}) as IcpFilters;
  const places = filters.location ?? [];
  return {
    name: icp?.name ?? '',
    description: icp?.description ?? '',
    countries: places.filter(isCountry).map(({ country_code }) => country_code!.toUpperCase()),
    finerPlaces: places.filter((place) => !isCountry(place)),
    ranges: filters.employee_ranges ?? [],
    classification: filters.industries?.classification ?? 'internal',
    industries: filters.industries?.codes ?? [],
    minRevenue: String(filters.revenue?.min ?? ''),
    maxRevenue: String(filters.revenue?.max ?? ''),
    orientations: filters.customer_orientation ?? [],
    keywords: filters.keywords ?? [],
    optional: filters.optional ?? [],
  };
}

/** The request body, without empty criteria. */
export function bodyOf(draft: IcpDraft): IcpBody {
  const places = [...draft.countries.map((country_code) => ({ country_code })), ...draft.finerPlaces];
  const revenue = {
    ...(draft.minRevenue !== '' && { min: Number(draft.minRevenue) }),
    ...(draft.maxRevenue !== '' && { max: Number(draft.maxRevenue) }),
  };
  const criteria = {
    ...(places.length > 0 && { location: places }),
    ...(draft.ranges.length > 0 && { employee_ranges: draft.ranges }),
    ...(draft.industries.length > 0 && { industries: { classification: draft.classification, codes: draft.industries } }),
    ...(Object.keys(revenue).length > 0 && { revenue }),
    ...(draft.orientations.length > 0 && { customer_orientation: draft.orientations }),
    ...(draft.keywords.length > 0 && { keywords: draft.keywords }),
  };
  const optional = draft.optional.filter((criterion) => criterion in criteria);
  return {
    name: draft.name,
    description: draft.description.trim() || null,
    filters: { ...criteria, ...(optional.length > 0 && { optional }) },
  };
}

export function placeText({ country_code, geo, ...rest }: Place): string {
  const parts = [...Object.values(rest), country_code ? countryName(country_code.toUpperCase()) : null].filter(Boolean);
  if (geo) parts.push(t('leadSettings.kilometersAround', { distance: geo.distance, place: `${geo.latitude}, ${geo.longitude}` }));
  return parts.join(', ');
}

/** The names and texts of the criteria that a profile uses. */
export function criteriaOf(icp: Icp, industryNames: Map<string, string>): { name: string; text: string; isOptional: boolean }[] {
  const draft = draftOf(icp);
  const places = [...draft.countries.map((code) => countryName(code) ?? code), ...draft.finerPlaces.map(placeText)];
  const revenue = [
    draft.minRevenue !== '' && t('leadSettings.revenueFrom', { amount: Number(draft.minRevenue) }),
    draft.maxRevenue !== '' && t('leadSettings.revenueUpTo', { amount: Number(draft.maxRevenue) }),
  ].filter(Boolean);
  const criteria: { name: string; criterion: IcpCriterion; values: unknown[] }[] = [
    { name: t('common.place'), criterion: 'location', values: places },
    { name: t('common.employees'), criterion: 'employee_ranges', values: draft.ranges.map(formatEmployeeRange) },
    { name: t('common.industry'), criterion: 'industries', values: draft.industries.map((code) => industryNames.get(code) ?? code) },
    { name: t('common.revenue'), criterion: 'revenue', values: revenue.length > 0 ? [revenue.join(' ')] : [] },
    {
      name: t('leadSettings.sellsTo'),
      criterion: 'customer_orientation',
      values: draft.orientations.map((orientation) => tCode('orientation', orientation, orientation)),
    },
    { name: t('common.keywords'), criterion: 'keywords', values: draft.keywords },
  ];
  return criteria.flatMap(({ name, criterion, values }) =>
    values.length === 0 ? [] : { name, text: values.join(` ${t('common.or')} `), isOptional: draft.optional.includes(criterion) },
  );
}
