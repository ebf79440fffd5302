import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { Company } from './company.tsx';
import styles from './company-panel.module.css';

type CompanyPanelProps = { companyId: string; onClose: () => void; onStep: (step: number) => void };

/** A company beside the list. The list stays usable, so this is no dialog. */
export function CompanyPanel({ companyId, onClose, onStep }: CompanyPanelProps) {
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another company begins at its top.
  useEffect(() => {
    panel.current?.querySelector('section')?.scrollTo(0, 0);
  }, [companyId]);
  return (
    <aside ref={panel} className={styles.panel} aria-label="Company">
      <div className={styles.panelBar}>
        <Button quiet icon small aria-label="Previous lead (k)" onClick={() => onStep(-1)}>
          <Icon name="up" />
        </Button>
        <Button quiet icon small aria-label="Next lead (j)" onClick={() => onStep(1)}>
          <Icon name="down" />
        </Button>
        <span style={{ flex: 1 }} />
        <Link
          href={`/companies/${companyId}`}
          className={buttonClass({ quiet: true, icon: true, small: true })}
          aria-label="Open full page"
        >
          <Icon name="open" />
        </Link>
        <Button quiet icon small aria-label="Close (Escape)" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <Scroll label="Company">
        <Company companyId={companyId} />
      </Scroll>
    </aside>
  );
}
