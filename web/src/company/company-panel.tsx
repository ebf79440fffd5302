import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Icon } from '../ui/icon.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { Company } from './company.tsx';

type CompanyPanelProps = { companyId: string; onClose: () => void; onStep: (step: number) => void };

/** A company beside the list. The list stays usable, so this is no dialog. */
export function CompanyPanel({ companyId, onClose, onStep }: CompanyPanelProps) {
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another company begins at its top.
  useEffect(() => {
    panel.current?.querySelector('.scroll')?.scrollTo(0, 0);
  }, [companyId]);
  return (
    <aside ref={panel} className="panel" aria-label="Company">
      <div className="panel-bar">
        <button type="button" className="button quiet icon small" aria-label="Previous lead (k)" onClick={() => onStep(-1)}>
          <Icon name="up" />
        </button>
        <button type="button" className="button quiet icon small" aria-label="Next lead (j)" onClick={() => onStep(1)}>
          <Icon name="down" />
        </button>
        <span style={{ flex: 1 }} />
        <Link href={`/companies/${companyId}`} className="button quiet icon small" aria-label="Open full page">
          <Icon name="open" />
        </Link>
        <button type="button" className="button quiet icon small" aria-label="Close (Escape)" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <Scroll label="Company">
        <Company companyId={companyId} />
      </Scroll>
    </aside>
  );
}
