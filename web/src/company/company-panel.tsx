import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { t } from '../texts/t.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Interval, intervalParams } from '../ui/intervals.ts';
import { Scroll } from '../ui/scroll.tsx';
import { useModalFocus } from '../ui/use-modal-focus.ts';
import { Company } from './company.tsx';
import styles from './company-panel.module.css';
import { isPanelCovering } from './is-panel-covering.ts';

type CompanyPanelProps = {
  companyId: string;
  interval: Interval;
  hasShortcuts?: boolean;
  onClose: () => void;
  onStep: (step: number) => void;
};

/** A company next to the list. Not a dialog, because the list stays usable. */
export function CompanyPanel({ companyId, interval, hasShortcuts, onClose, onStep }: CompanyPanelProps) {
  const panel = useRef<HTMLElement>(null);
  // In a narrow window the panel covers the page, so the focus stays inside and returns to the row when the panel is closed.
  const [isCovering] = useState(isPanelCovering);
  useModalFocus(panel, isCovering, onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top when the company changes.
  useEffect(() => {
    panel.current?.querySelector('section')?.scrollTo(0, 0);
  }, [companyId]);
  return (
    <aside ref={panel} tabIndex={-1} className={styles.panel} aria-label={t('common.company')}>
      <div className={styles.panelBar}>
        <Button quiet icon small aria-label={t('company.previousLead')} onClick={() => onStep(-1)}>
          <Icon name="up" />
        </Button>
        <Button quiet icon small aria-label={t('company.nextLead')} onClick={() => onStep(1)}>
          <Icon name="down" />
        </Button>
        <span style={{ flex: 1 }} />
        <Link
          href={`/companies/${companyId}?${intervalParams(interval)}`}
          className={buttonClass({ quiet: true, icon: true, small: true })}
          aria-label={t('company.openFullPage')}
        >
          <Icon name="open" />
        </Link>
        <Button quiet icon small aria-label={t('company.close')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <Scroll label={t('common.company')}>
        <Company key={companyId} companyId={companyId} interval={interval} hasShortcuts={hasShortcuts} />
      </Scroll>
    </aside>
  );
}
