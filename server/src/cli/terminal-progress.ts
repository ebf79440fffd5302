type Output = { isTTY?: boolean; write(text: string): unknown };

/** Reports progress on standard error if it is a terminal. Each step has one line, which ends when the step reaches 100%. */
export function terminalProgress(output: Output = process.stderr): (message: string, share: number) => void {
  let doneMessage = '';
  return (message, share) => {
    // The last part of a step can be reported several times.
    if (!output.isTTY || message === doneMessage) return;
    const isDone = share === 1;
    output.write(`\r\x1b[K${message}… ${Math.floor(share * 100)}%${isDone ? '\n' : ''}`);
    if (isDone) doneMessage = message;
  };
}
