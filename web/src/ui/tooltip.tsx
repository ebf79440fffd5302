import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';

const TooltipPopup = lazyComponent(() => import('./tooltip-popup.tsx').then((module) => module.TooltipPopup));

type Trigger = ReactElement<ComponentProps<'button'>>;

/** Explains its trigger on hover and focus. The code of tooltips is loaded when the first one is shown. */
export function Tooltip({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  const [activatedBy, setActivatedBy] = useState<'pointer' | 'focus' | null>(null);
  if (activatedBy === null)
    return cloneElement(trigger as Trigger, { onPointerEnter: () => setActivatedBy('pointer'), onFocus: () => setActivatedBy('focus') });
  const replacement = activatedBy === 'focus' ? cloneElement(trigger as Trigger, { ref: restoreFocus }) : trigger;
  return (
    <Suspense fallback={replacement}>
      <TooltipPopup trigger={replacement}>{children}</TooltipPopup>
    </Suspense>
  );
}

/** The trigger is a new element once the tooltip is loaded, so it takes the focus of the previous one, unless the user has moved it. */
function restoreFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
