import { type ComponentProps, Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import type { AlertsDialog as Dialog } from './alerts-dialog.tsx';

const AlertsDialog = lazyComponent(() => import('./alerts-dialog.tsx').then((module) => module.AlertsDialog));

/** The alerts dialog of a feed; its code is loaded when it is first opened. */
export function LazyAlertsDialog(props: ComponentProps<typeof Dialog>) {
  if (!props.feed) return null;
  return (
    <Suspense fallback={null}>
      <AlertsDialog {...props} />
    </Suspense>
  );
}
