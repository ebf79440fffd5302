import { useState } from 'react';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export function CopyButton({ text, name = t('common.copy') }: { text: string; name?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <Button small onClick={copy}>
      {isCopied && <Icon name="check" size={14} />}
      {isCopied ? t('common.copied') : name}
    </Button>
  );
}
