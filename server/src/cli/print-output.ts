export type Output = { json: unknown; text: string };

export function printOutput({ json, text }: Output, isJson: boolean) {
  process.stdout.write(isJson ? `${JSON.stringify(json)}\n` : `${text}\n`);
}
