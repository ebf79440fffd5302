import type { FieldValue } from '../custom-fields/custom-field.ts';

export const aiFieldTypes = ['ai_text', 'ai_number', 'ai_boolean'] as const;
export type AiFieldType = (typeof aiFieldTypes)[number];

/** The data available to answer a question about a company. */
export type CompanyFacts = {
  name: string;
  domain: string | null;
  description: string | null;
  industries: string[];
  keywords: string[];
  country: string | null;
  city: string | null;
  employeeCount: number | null;
  employeeRange: string | null;
  revenue: number | null;
  foundedYear: number | null;
  customerOrientation: string | null;
  visits: number;
  pageViews: number;
  lastVisitDate: string | null;
  visitedPages: string[];
};

export type FieldQuestion = { fieldName: string; type: AiFieldType; prompt: string; company: CompanyFacts };

/** Answers questions about companies. Returns null if the answer is not known; nothing is charged then. */
export type FieldProvider = { readonly name: string; answer(question: FieldQuestion): Promise<FieldValue> };
