import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import type { AlertsDialog as Dialog } from './alerts-dialog.tsx';

const AlertsDialog = lazyPart(() => import('./alerts-dialog.tsx').then((part) => part.AlertsDialog));

/** The alerts of a feed. Their code is loaded when they are opened. */
export function LazyAlertsDialog(props: ComponentProps<typeof Dialog>) {
  if (!props.feed) return null;
  return (
    <Suspense fallback={null}>
      <AlertsDialog {...props} />
    </Suspense>
  );
}
