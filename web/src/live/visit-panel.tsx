import { useRef, useState } from 'react';
import type { LiveVisit } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import panelStyles from '../company/company-panel.module.css';
import { isPanelCovering } from '../company/is-panel-covering.ts';
import { VisitItem } from '../company/visit-item.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { PageSkeleton } from '../ui/skeleton.tsx';
import { useModalFocus } from '../ui/use-modal-focus.ts';

type VisitPanelProps = { visitId: string; reason: LiveVisit['noCompanyReason'] | undefined; onClose: () => void };

/** A visit without a company: why it has none, and its pages. */
export function VisitPanel({ visitId, reason, onClose }: VisitPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const [isCovering] = useState(isPanelCovering);
  useModalFocus(panel, isCovering, onClose);
  const { data: visit, error, refetch } = useAccountQuery('/live/:visitId', { params: { visitId }, staleTime: 0 });
  return (
    <aside ref={panel} tabIndex={-1} className={panelStyles.panel} aria-label={t('live.visit')}>
      <div className={panelStyles.panelBar}>
        <strong style={{ flex: 1 }}>{reason ? t(`noCompany.${reason}`) : t('live.visit')}</strong>
        <Button quiet icon small aria-label={t('company.close')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <Scroll label={t('live.visit')}>
        <div className={layoutStyles.column}>
          {reason && <p className="soft">{t(`noCompanyHint.${reason}`)}</p>}
          {visit ? <VisitItem visit={visit} /> : error ? <ErrorState error={error} onRetry={() => refetch()} /> : <PageSkeleton />}
        </div>
      </Scroll>
    </aside>
  );
}
