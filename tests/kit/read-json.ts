/** Parses the body of an answer as what the test expects. */
export async function readJson<Body>(answer: { text(): Promise<string> }): Promise<Body> {
  return JSON.parse(await answer.text());
}
