/** What counts as known about a company. Each is worth the same. */
export type CompanyCompleteness = {
  domain: boolean;
  industry: boolean;
  employeeRange: boolean;
  country: boolean;
  city: boolean;
  phone: boolean;
  description: boolean;
  revenue: boolean;
};

export type Quality = {
  score: number;
  /** The two halves, each 0 to 5, before they are added and rounded. */
  breakdown: { depth: number; completeness: number };
};

const mostPageViews = 10;

/**
 * How much a lead deserves attention, 0 to 10: half from the deepest visit of the interval (page views up to ten), half
 * from how complete the company's data is. Contract, The earlier interface.
 */
export function quality(deepestVisitPageViews: number, known: CompanyCompleteness): Quality {
  const depth = (Math.min(Math.max(deepestVisitPageViews, 0), mostPageViews) / mostPageViews) * 5;
  const facts = Object.values(known);
  const completeness = (facts.filter(Boolean).length / facts.length) * 5;
  return { score: Math.round(depth + completeness), breakdown: { depth, completeness } };
}
