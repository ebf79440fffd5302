import { type ReactNode, useEffect } from 'react';

export function SignInFrame({ title, words, children }: { title: string; words?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Leadlight`;
  }, [title]);
  return (
    <main className="entrance">
      <div className="box">
        <div className="brand">
          <img src="/icon.svg" alt="" />
          Leadlight
        </div>
        <div className="card">
          <h1>{title}</h1>
          {words && (
            <p className="soft" style={{ marginBottom: 18 }}>
              {words}
            </p>
          )}
          {children}
        </div>
      </div>
    </main>
  );
}
