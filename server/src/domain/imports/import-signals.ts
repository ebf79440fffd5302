import { sql } from 'kysely';
import { hashId } from '../../lib/hash-id.ts';
import { type CompanyKeys, readCompanyKeys, requireCompanyId } from './find-company.ts';
import type { Importer } from './importer.ts';

/** Categories of signals that can be imported. `web_intent` is derived from visits and never imported. */
export const signalCategories = [
  'business_expansion',
  'competitive_landscape',
  'event_participation',
  'industry_recognition',
  'leadership_changes',
  'corporate_challenges',
  'mergers_and_acquisitions',
  'customer_acquisition',
  'investment_activity',
  'product_and_service_development',
  'partnerships_and_collaborations',
  'financial_struggles',
  'job_ads',
  'register_updates',
  'regulatory_compliance_updates',
] as const;

type SignalRow = {
  company: CompanyKeys;
  category: string;
  title: string;
  summary?: string;
  eventDate?: string;
  publishedAt: Date;
  sourceUrl?: string;
  confidence?: number;
};

/** Imports news about companies. Duplicates are stored once. */
export const importSignals: Importer<SignalRow> = {
  name: 'signals',
  read(fields) {
    const row: SignalRow = {
      company: readCompanyKeys(fields),
      category: fields.required('category', fields.oneOf('category', signalCategories)),
      title: fields.required('title', fields.text('title')),
      summary: fields.text('summary', 10_000),
      eventDate: fields.date('event_date'),
      publishedAt: fields.required('published_at', fields.time('published_at')),
      sourceUrl: fields.url('source_url'),
      confidence: fields.number('confidence', 0, 1),
    };
    return fields.faults.length === 0 ? row : null;
  },
  async write(ctx, { company, category, title, summary, eventDate, publishedAt, sourceUrl, confidence }) {
    const companyId = await requireCompanyId(ctx, company);
    const id = hashId(companyId, category, title, eventDate ?? null);
    const existing = await ctx.db.selectFrom('signals').select('id').where('id', '=', id).executeTakeFirst();
    await sql`
      insert into signals as known (id, company_id, category, title, summary, event_date, published_at, source_url, confidence)
      values (${id}, ${companyId}, ${category}, ${title}, ${summary ?? null}, ${eventDate ?? null}::date, ${publishedAt}, ${sourceUrl ?? null}, ${confidence ?? null})
      on conflict (id) do update set summary = coalesce(excluded.summary, known.summary), published_at = excluded.published_at,
        source_url = coalesce(excluded.source_url, known.source_url), confidence = coalesce(excluded.confidence, known.confidence)`.execute(
      ctx.db,
    );
    return existing === undefined ? 'added' : 'updated';
  },
};
