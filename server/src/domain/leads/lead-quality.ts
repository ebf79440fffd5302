import type { CompanyCompleteness } from '../companies/completeness.ts';

export type LeadQuality = {
  score: number;
  /** The two halves, 0 to 5 each, before rounding. */
  breakdown: { depth: number; completeness: number };
};

const maxPageViews = 10;

/**
 * Lead scoring: the quality of a lead, 0 to 10. Half comes from the deepest visit of the interval (up to ten page views), half from the
 * completeness of the company's data.
 */
export function leadQuality(deepestVisitPageViews: number, known: CompanyCompleteness): LeadQuality {
  const depth = (Math.min(Math.max(deepestVisitPageViews, 0), maxPageViews) / maxPageViews) * 5;
  const facts = Object.values(known);
  const completeness = (facts.filter(Boolean).length / facts.length) * 5;
  return { score: Math.round(depth + completeness), breakdown: { depth, completeness } };
}
