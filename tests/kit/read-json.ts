/** Parses the body of a response as what the test expects. */
export async function readJson<Body>(response: { text(): Promise<string> }): Promise<Body> {
  return JSON.parse(await response.text());
}
