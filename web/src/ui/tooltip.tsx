import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';

const TooltipPopup = lazyComponent(() => import('./tooltip-popup.tsx').then((module) => module.TooltipPopup));

/** Explains its trigger on hover and focus. The code of tooltips is loaded when the first one is shown. */
export function Tooltip({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  const [isActive, setActive] = useState(false);
  const activate = () => setActive(true);
  if (!isActive) return cloneElement(trigger as ReactElement<ComponentProps<'button'>>, { onPointerEnter: activate, onFocus: activate });
  return (
    <Suspense fallback={trigger}>
      <TooltipPopup trigger={trigger}>{children}</TooltipPopup>
    </Suspense>
  );
}
