import type { FieldValue } from '../custom-fields/custom-field.ts';
import type { CompanyFacts, FieldProvider, FieldQuestion } from './field-provider.ts';

type Topic = { pattern: RegExp; number?: (facts: CompanyFacts) => number | null; text?: (facts: CompanyFacts) => string | null };

/** The most specific topics come first. */
const topics: Topic[] = [
  { pattern: /\bpage ?views?\b/, number: ({ pageViews }) => pageViews },
  { pattern: /\b(last|latest|recent)\b(?:(?!\b(?:last|latest|recent)\b).)*\bvisit/, text: ({ lastVisitDate }) => lastVisitDate },
  { pattern: /\b(pages?|interest|interested|looked at)\b/, text: ({ visitedPages }) => list(visitedPages) },
  {
    pattern: /\bvisit(s|ed|ors?)?\b/,
    number: ({ visits }) => visits,
    text: ({ visits }) => `${visits} ${visits === 1 ? 'visit' : 'visits'}`,
  },
  {
    pattern: /\b(employees?|staff|headcount|team size|people)\b/,
    number: ({ employeeCount }) => employeeCount,
    text: ({ employeeRange }) => employeeRange,
  },
  {
    pattern: /\b(revenue|turnover|sales)\b/,
    number: ({ revenue }) => revenue,
    text: ({ revenue }) => (revenue === null ? null : String(revenue)),
  },
  {
    pattern: /\b(founded|founding|established)\b/,
    number: ({ foundedYear }) => foundedYear,
    text: ({ foundedYear }) => (foundedYear === null ? null : String(foundedYear)),
  },
  { pattern: /\b(industr(y|ies)|sector|branch)\b/, text: ({ industries }) => list(industries) },
  { pattern: /\b(city|town|located|headquarters?)\b/, text: ({ city, country }) => list([city, country].filter((part) => part !== null)) },
  { pattern: /\bcountry\b/, text: ({ country }) => country },
  { pattern: /\b(b2b|b2c|customers?|sells? to)\b/, text: ({ customerOrientation }) => customerOrientation },
  { pattern: /\b(website|domain)\b/, text: ({ domain }) => domain },
];

/**
 * Answers from stored data about the company and its visits, without an external service. Detects the topic of a question by keywords and
 * never guesses numbers or booleans.
 */
export const answerFromFacts: FieldProvider = { name: 'built_in', answer: async (question) => answer(question) };

export function answer({ fieldName, type, prompt, company }: FieldQuestion): FieldValue {
  const question = `${fieldName} ${prompt}`.toLowerCase();
  if (type === 'ai_boolean') return booleanOf(question, company);
  const about = topics.filter(({ pattern }) => pattern.test(question));
  if (type === 'ai_number') return about.find(({ number }) => number)?.number?.(company) ?? null;
  for (const { text } of about) {
    const fact = text?.(company) ?? null;
    if (fact !== null) return fact;
  }
  return about.length > 0 ? null : summaryOf(company);
}

function booleanOf(question: string, facts: CompanyFacts): FieldValue {
  if (/\bvisit(s|ed)?\b/.test(question)) return facts.visits > 0;
  if (/\bb2b\b/.test(question)) return facts.customerOrientation === null ? null : facts.customerOrientation !== 'b2c';
  if (/\bb2c\b/.test(question)) return facts.customerOrientation === null ? null : facts.customerOrientation !== 'b2b';
  const terms = [...facts.industries, ...facts.keywords, facts.country, facts.city].filter((term) => term !== null);
  const isNamed = terms.some((term) => term.length > 2 && question.includes(term.toLowerCase()));
  return isNamed ? true : null;
}

function summaryOf({ name, industries, city, country, employeeRange, description, visits, lastVisitDate }: CompanyFacts): string | null {
  const place = list([city, country].filter((part) => part !== null));
  const parts = [
    industries.length > 0 ? `in ${industries.join(', ').toLowerCase()}` : null,
    place === null ? null : `based in ${place}`,
    employeeRange === null ? null : `with ${employeeRange} employees`,
  ].filter((part) => part !== null);
  const sentences = [
    parts.length > 0 ? `${name} is a company ${parts.join(', ')}.` : null,
    description,
    visits > 0 ? `It visited the website ${visits} ${visits === 1 ? 'time' : 'times'}, last on ${lastVisitDate}.` : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

function list(items: string[]): string | null {
  return items.length === 0 ? null : items.join(', ');
}
