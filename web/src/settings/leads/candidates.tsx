import { useState } from 'react';
import type { CompanyCandidate } from '../../api/responses.ts';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { formatPercent } from '../../lib/format.ts';
import { t } from '../../texts/t.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import tableStyles from '../../ui/table.module.css';
import { useToast } from '../../ui/toast.tsx';
import { SettingsIntro } from '../settings-intro.tsx';

const reasons = {
  name: 'candidates.sameName',
  alternative_name: 'candidates.sameAlternativeName',
  branch: 'candidates.sameWithoutCountry',
  domain: 'candidates.sameDomain',
  country: 'candidates.sameCountry',
  group: 'candidates.groupInCountry',
} as const;

/** Pairs of records that may be the same company. The user accepts or rejects each pair. */
export function CandidatesPage() {
  const { canManage } = useWorkspace();
  const [offset, setOffset] = useState(0);
  // The server carries out a decision in the background and lists the pair until it is done.
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const { data } = useAccountQuery('/company-candidates', { enabled: canManage, query: offset === 0 ? {} : { offset } });
  const decide = useAccountChange('POST /company-candidates/decisions');
  const [pairToMerge, setPairToMerge] = useState<CompanyCandidate | null>(null);
  const showToast = useToast();
  const open = data?.candidates.filter((pair) => !decided.has(keyOf(pair))) ?? [];
  const send = (pair: CompanyCandidate, decision: 'accepted' | 'rejected' | 'reopened', onSuccess: () => void) =>
    decide.mutate({ body: { companyId: pair.company.id, candidateId: pair.candidate.id, decision } }, { onSuccess });
  const hide = (pair: CompanyCandidate) => setDecided((before) => new Set(before).add(keyOf(pair)));
  const showAgain = (pair: CompanyCandidate) => setDecided((before) => new Set([...before].filter((key) => key !== keyOf(pair))));
  const reject = (pair: CompanyCandidate) =>
    send(pair, 'rejected', () => {
      hide(pair);
      const undo = { name: t('common.undo'), run: () => send(pair, 'reopened', () => showAgain(pair)) };
      showToast(t('candidates.rejected', namesOf(pair)), undo);
    });
  return (
    <>
      <SettingsIntro title={t('settingsPage.candidates')} text={t('candidates.intro')} />
      {!canManage && <p className="faint">{t('candidates.onlyOwnersAndAdmins')}</p>}
      {data && !data.canDecide && <p className="faint">{t('candidates.sharedDirectory')}</p>}
      {data?.canDecide && open.length === 0 && <p className="faint">{t('candidates.none')}</p>}
      {open.length > 0 && (
        <DataTable
          headings={[
            t('candidates.foundName'),
            t('candidates.inDirectory'),
            t('candidates.agreement'),
            { text: t('candidates.score'), isRight: true },
          ]}
          actions={t('candidates.decision')}
        >
          {open.map((pair) => (
            <CandidateRow
              key={keyOf(pair)}
              pair={pair}
              isBusy={decide.isPending}
              onAccept={() => setPairToMerge(pair)}
              onReject={() => reject(pair)}
            />
          ))}
        </DataTable>
      )}
      <ConfirmDialog
        title={t('candidates.mergeTitle')}
        open={pairToMerge !== null}
        action={t('candidates.merge')}
        onClose={() => setPairToMerge(null)}
        onConfirm={() => pairToMerge && send(pairToMerge, 'accepted', () => hide(pairToMerge))}
      >
        {pairToMerge && t('candidates.mergeText', namesOf(pairToMerge))}
      </ConfirmDialog>
      <p>
        {offset > 0 && (
          <Button quiet onClick={() => setOffset(0)}>
            {t('candidates.first')}
          </Button>
        )}
        {data?.next && (
          <Button quiet onClick={() => setOffset(data.next ?? 0)}>
            {t('candidates.next')}
          </Button>
        )}
      </p>
    </>
  );
}

type RowProps = { pair: CompanyCandidate; isBusy: boolean; onAccept: () => void; onReject: () => void };

function CandidateRow({ pair, isBusy, onAccept, onReject }: RowProps) {
  const { company, candidate, matchedOn, score } = pair;
  return (
    <tr>
      <td>
        {company.name} <span className="faint">{company.countryCode}</span>
      </td>
      <td>
        {candidate.name} <span className="faint">{[candidate.city, candidate.countryCode].filter(Boolean).join(', ')}</span>
        {candidate.domain && <div className="mono faint">{candidate.domain}</div>}
      </td>
      <td className="soft">{matchedOn.map((reason) => t(reasons[reason as keyof typeof reasons])).join(', ')}</td>
      <td className={`${tableStyles.right} number`}>{formatPercent(score, 1)}</td>
      <td className={tableStyles.right}>
        <Button small disabled={isBusy} onClick={onAccept}>
          {t('candidates.same')}
        </Button>{' '}
        <Button small quiet disabled={isBusy} onClick={onReject}>
          {t('candidates.different')}
        </Button>
      </td>
    </tr>
  );
}

function namesOf({ company, candidate }: CompanyCandidate): { company: string; candidate: string } {
  return { company: company.name, candidate: candidate.domain === null ? candidate.name : `${candidate.name} (${candidate.domain})` };
}

function keyOf({ company, candidate }: CompanyCandidate): string {
  return `${company.id}:${candidate.id}`;
}
