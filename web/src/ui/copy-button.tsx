import { useState } from 'react';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useToast } from './toast.tsx';

export function CopyButton({ text, name = t('common.copy') }: { text: string; name?: string }) {
  const [isCopied, setCopied] = useState(false);
  const showToast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The user may refuse access, and browsers have no clipboard on pages without HTTPS.
      return showToast(t('common.copyFailed'));
    }
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
