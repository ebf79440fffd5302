import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import styles from './tooltip.module.css';

/** A tooltip that is about to show; see `Tooltip`. */
export function TooltipPopup({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} delay={200} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} style={{ zIndex: 70 }}>
          <Base.Popup className={styles.tooltip}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
