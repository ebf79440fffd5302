import { useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export function CopyButton({ text, name = 'Copy' }: { text: string; name?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <Button small onClick={copy}>
      {isCopied && <Icon name="check" size={14} />}
      {isCopied ? 'Copied' : name}
    </Button>
  );
}
