import { Link } from 'wouter';
import type { CallReason } from '../api/answers.ts';
import { reasonLink, reasonPeriod, reasonWords } from '../leads/reasons.ts';
import { t } from '../texts/t.ts';
import { Section } from '../ui/section.tsx';
import factsStyles from './facts.module.css';

/** Why the company is worth a call now: each reason with its number, its days and a link. */
export function WhyNow({ companyId, reasons }: { companyId: string; reasons: CallReason[] }) {
  if (reasons.length === 0) return null;
  return (
    <Section title={t('reasons.title')}>
      <ul className={factsStyles.signals} data-testid="why-now">
        {reasons.map((reason) => (
          <li key={reason.kind}>
            <Link href={reasonLink(companyId, reason)} className="link">
              {reasonWords(reason)}
            </Link>
            <span className="faint number">{reasonPeriod(reason)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
