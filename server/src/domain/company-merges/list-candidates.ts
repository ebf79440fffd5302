import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** `joined` pairs were merged because the match was certain, `accepted` ones because a person confirmed it. */
export type CandidateStatus = 'open' | 'joined' | 'accepted' | 'rejected';
export const candidateStatuses: readonly CandidateStatus[] = ['open', 'joined', 'accepted', 'rejected'];

type CandidateCompany = { id: string; name: string; domain: string | null; countryCode: string | null };

/** A company known from a name that identification found, and the company of the directory that the name may mean. */
export type Candidate = {
  company: CandidateCompany;
  candidate: CandidateCompany & { city: string | null };
  score: number;
  matchedOn: string[];
  status: CandidateStatus;
  createdAt: Date;
  decidedAt: Date | null;
};

type Page = { status: CandidateStatus; limit: number; offset?: number };

/** Lists pairs of records that may be the same company, most likely first. */
export async function listCandidates(ctx: Context, { status, limit, offset = 0 }: Page): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select json_build_object('id', c.id::text, 'name', c.name, 'domain', c.domain, 'countryCode', c.country_code) as company,
      json_build_object('id', d.id::text, 'name', d.name, 'domain', d.domain, 'countryCode', d.country_code, 'city', d.city) as candidate,
      pair.score, pair.matched_on as "matchedOn", pair.status, pair.created_at as "createdAt", pair.decided_at as "decidedAt"
    from company_candidates pair join companies c on c.id = pair.company_id join companies d on d.id = pair.candidate_id
    where pair.status = ${status} order by pair.score desc, pair.company_id, pair.candidate_id limit ${limit} offset ${offset}`.execute(
    ctx.db,
  );
  return rows;
}
