/** Returns the first line of a program's output that looks like an error, or else the last line. */
export function failureReason(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const errorLine = lines.find((line) => /error|FATAL|PANIC|could not|cannot|denied|No space/i.test(line));
  return (errorLine ?? lines.at(-1) ?? 'it gave no reason; see the folder logs in DATA_DIR').trim();
}
