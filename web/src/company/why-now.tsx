import { Link } from 'wouter';
import type { CompanyDetails } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { reasonDays, reasonLink, reasonText } from '../leads/reasons.ts';
import { t } from '../texts/t.ts';
import { useLanguage } from '../texts/use-language.ts';
import type { Interval } from '../ui/intervals.ts';
import { Section } from '../ui/section.tsx';
import factsStyles from './facts.module.css';

/** Reasons to call the company now, each with its figure, its days and a link. If a model worded them, its summary comes first. */
export function WhyNow({ company, interval: { from, to } }: { company: CompanyDetails; interval: Interval }) {
  const { companyId, reasons, hasReasonWriter } = company;
  const { data, isPlaceholderData } = useAccountQuery('/companies/:companyId/reason-text', {
    params: { companyId },
    query: { from, to, language: useLanguage() },
    enabled: hasReasonWriter && reasons.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (reasons.length === 0) return null;
  return (
    <Section title={t('reasons.title')}>
      {data?.text && !isPlaceholderData && <p className={factsStyles.about}>{data.text}</p>}
      <ul className={factsStyles.reasons} data-testid="why-now">
        {reasons.map((reason) => (
          <li key={reason.kind}>
            <Link href={reasonLink(companyId, reason)} className="link target">
              {reasonText(reason)}
            </Link>
            <span className="faint number">{reasonDays(reason)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
