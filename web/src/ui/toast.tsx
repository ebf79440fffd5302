import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import styles from './toast.module.css';

type ToastAction = { name: string; run: () => void };
type Toast = { id: number; words: string; action?: ToastAction };

const ToastContext = createContext<(words: string, action?: ToastAction) => void>(() => {});

const shownMs = 6000;
let lastId = 0;

/** Short messages that disappear after a few seconds. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const tell = useCallback((words: string, action?: ToastAction) => {
    const id = ++lastId;
    setToasts((before) => [...before.slice(-2), { id, words, action }]);
    setTimeout(() => setToasts((before) => before.filter((toast) => toast.id !== id)), shownMs);
  }, []);
  return (
    <ToastContext value={tell}>
      {children}
      <div className={styles.toasts} role="status" aria-live="polite">
        {toasts.map(({ id, words, action }) => (
          <div key={id} className={styles.toast}>
            {words}
            {action && (
              <button type="button" onClick={action.run}>
                {action.name}
              </button>
            )}
          </div>
        ))}
      </div>
    </ToastContext>
  );
}

export const useToast = () => useContext(ToastContext);
