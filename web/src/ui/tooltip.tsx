import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';

const TooltipPopup = lazyComponent(() => import('./tooltip-popup.tsx').then((module) => module.TooltipPopup));

/** Explains its trigger on hover and focus. The code of tooltips is loaded when the first one is shown. */
export function Tooltip({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  const [isNear, setNear] = useState(false);
  const come = () => setNear(true);
  if (!isNear) return cloneElement(trigger as ReactElement<ComponentProps<'button'>>, { onPointerEnter: come, onFocus: come });
  return (
    <Suspense fallback={trigger}>
      <TooltipPopup trigger={trigger}>{children}</TooltipPopup>
    </Suspense>
  );
}
