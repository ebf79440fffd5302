/** Parses the body of a response as the type that the test expects, without checking it. */
export async function readJson<Body>(response: { text(): Promise<string> }): Promise<Body> {
  return JSON.parse(await response.text());
}
