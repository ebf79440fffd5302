import { useWorkspace } from '../api/session.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import formStyles from '../ui/form.module.css';
import type { Correct } from './use-correction.ts';

type CorrectionProps = {
  companyId: string;
  network: string | undefined;
  isConfirmed: boolean;
  onCorrect: Correct;
  onSelectOther: (network: string) => void;
};

/** Confirms or corrects the company of a network. */
export function Correction({ companyId, network, isConfirmed, onCorrect, onSelectOther }: CorrectionProps) {
  const { canEdit } = useWorkspace();
  if (!canEdit || !network) return null;
  return (
    <div className={formStyles.actions}>
      {!isConfirmed && (
        <Button small onClick={() => onCorrect(network, { effect: 'company', company: companyId }, t('company.confirmed'))}>
          {t('company.confirm')}
        </Button>
      )}
      <Button small onClick={() => onCorrect(network, { effect: 'not_a_company' }, t('company.correctedResult'))}>
        {t('company.wrongCompany')}
      </Button>
      <Button quiet small onClick={() => onSelectOther(network)}>
        {t('company.otherCompany')}
      </Button>
    </div>
  );
}
