import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import styles from './toast.module.css';

type ToastAction = { name: string; run: () => void };
/** A toast replaces an earlier one of the same topic. Without an action, its text is its topic, so that no text is shown twice. */
type Toast = { id: number; text: string; action?: ToastAction; topic?: string };
type ShowToast = (text: string, action?: ToastAction, topic?: string) => void;

const ToastContext = createContext<ShowToast>(() => {});

const shownMs = 6000;
let lastId = 0;

/** Short messages that disappear after a few seconds. `u` runs the action of the newest one, which is last in the tab order. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const remove = useCallback((id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)), []);
  const notify = useCallback<ShowToast>((text, action, topic = action ? undefined : text) => {
    const id = ++lastId;
    const isOther = (toast: Toast) => topic === undefined || toast.topic !== topic;
    setToasts((before) => [...before.filter(isOther).slice(-2), { id, text, action, topic }]);
  }, []);
  const run = ({ id, action }: Toast) => {
    remove(id);
    action?.run();
  };
  const newest = toasts.findLast(({ action }) => action);
  useShortcuts(newest ? { u: () => run(newest) } : {});
  return (
    <ToastContext value={notify}>
      {children}
      <div className={styles.toasts} role="status" aria-live="polite">
        {toasts.map((toast) => (
          <ToastMessage key={toast.id} toast={toast} onRun={run} onEnd={remove} />
        ))}
      </div>
    </ToastContext>
  );
}

type ToastMessageProps = { toast: Toast; onRun: (toast: Toast) => void; onEnd: (id: number) => void };

/** Stays while the pointer or the focus is on it, so that there is time to read it and to use its button. */
function ToastMessage({ toast, onRun, onEnd }: ToastMessageProps) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => onEnd(toast.id), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, onEnd, toast.id]);
  return (
    <div
      role="none"
      className={styles.toast}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {toast.text}
      {toast.action && (
        <button type="button" aria-keyshortcuts="u" onClick={() => onRun(toast)}>
          {toast.action.name}
        </button>
      )}
    </div>
  );
}

export const useToast = () => useContext(ToastContext);
