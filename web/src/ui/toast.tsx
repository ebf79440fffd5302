import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import styles from './toast.module.css';

type ToastAction = { name: string; run: () => void };
/** A toast replaces an earlier one of the same topic. Without an action, its text is its topic, so that no text is shown twice. */
type Toast = { id: number; text: string; action?: ToastAction; topic?: string };
type ShowToast = (text: string, action?: ToastAction, topic?: string) => void;

const ToastContext = createContext<ShowToast>(() => {});

const shownMs = 6000;
let lastId = 0;

/** Short messages that disappear after a few seconds. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const remove = useCallback((id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)), []);
  const notify = useCallback<ShowToast>(
    (text, action, topic = action ? undefined : text) => {
      const id = ++lastId;
      const isOther = (toast: Toast) => topic === undefined || toast.topic !== topic;
      setToasts((before) => [...before.filter(isOther).slice(-2), { id, text, action, topic }]);
      setTimeout(() => remove(id), shownMs);
    },
    [remove],
  );
  return (
    <ToastContext value={notify}>
      {children}
      <div className={styles.toasts} role="status" aria-live="polite">
        {toasts.map(({ id, text, action }) => (
          <div key={id} className={styles.toast}>
            {text}
            {action && (
              <button
                type="button"
                onClick={() => {
                  remove(id);
                  action.run();
                }}
              >
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
