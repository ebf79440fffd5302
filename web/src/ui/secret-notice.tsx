import type { ReactNode } from 'react';
import codeStyles from './code.module.css';
import { CopyButton } from './copy-button.tsx';
import { Notice } from './notice.tsx';

type SecretNoticeProps = { children: ReactNode; secret: string; testId: string; copyName?: string };

/** A secret that is shown only once. */
export function SecretNotice({ children, secret, testId, copyName }: SecretNoticeProps) {
  return (
    <Notice tone="good" role="status">
      {children}
      <pre className={`${codeStyles.code} ${codeStyles.secret}`} data-testid={testId}>
        {secret}
      </pre>
      <CopyButton text={secret} name={copyName} />
    </Notice>
  );
}
