/** The line of a program's output that says why it failed, or else the last one. */
export function failureReason(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.find((line) => /error|FATAL|PANIC|could not|cannot|denied|No space/i.test(line));
  return (telling ?? lines.at(-1) ?? 'it gave no reason; see the folder logs in DATA_DIR').trim();
}
