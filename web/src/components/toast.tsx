import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

type Toast = { id: number; words: string };

const ToastContext = createContext<(words: string) => void>(() => {});

const shownMs = 5000;
let made = 0;

/** Says what happened, and goes by itself. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const tell = useCallback((words: string) => {
    const id = ++made;
    setToasts((before) => [...before.slice(-2), { id, words }]);
    setTimeout(() => setToasts((before) => before.filter((toast) => toast.id !== id)), shownMs);
  }, []);
  return (
    <ToastContext value={tell}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, words }) => (
          <div key={id} className="toast">
            {words}
          </div>
        ))}
      </div>
    </ToastContext>
  );
}

export const useToast = () => useContext(ToastContext);
