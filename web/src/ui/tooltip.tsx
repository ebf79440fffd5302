import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';

const TooltipPopup = lazyPart(() => import('./tooltip-popup.tsx').then((part) => part.TooltipPopup));

/** Explains its trigger on hover and focus. The code of tooltips is loaded for the first one. */
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
