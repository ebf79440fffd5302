import { Suspense, useRef } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import type { DialogProps } from './dialog-window.tsx';

const DialogWindow = lazyComponent(() => import('./dialog-window.tsx').then((module) => module.DialogWindow));

/** A modal dialog. Its code is loaded when it opens for the first time. */
export function Dialog(props: DialogProps) {
  const wasOpen = useRef(false);
  if (props.open) wasOpen.current = true;
  if (!wasOpen.current) return null;
  return (
    <Suspense fallback={null}>
      <DialogWindow {...props} />
    </Suspense>
  );
}
