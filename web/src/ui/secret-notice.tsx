import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

type SecretNoticeProps = { children: ReactNode; secret: string; testId: string; copyName?: string };

/** A secret that is shown only once. */
export function SecretNotice({ children, secret, testId, copyName }: SecretNoticeProps) {
  return (
    <div className="notice good" role="status">
      {children}
      <pre className="code secret" data-testid={testId}>
        {secret}
      </pre>
      <CopyButton text={secret} name={copyName} />
    </div>
  );
}
