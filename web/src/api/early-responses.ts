declare global {
  /** Responses to requests by first-requests.ts, which is not part of the application's bundle, by path. */
  var earlyResponses: Map<string, Promise<Response>> | undefined;
}

/** Sends a GET request of the private API before the application is loaded. */
export function requestEarly(path: string): void {
  const response = fetch(`/app/api${path}`);
  // The caller of `takeEarlyResponse` handles the error; this handler only prevents an unhandled rejection.
  response.catch(() => {});
  globalThis.earlyResponses ??= new Map();
  globalThis.earlyResponses.set(path, response);
}

/** Returns the response to an early request, and undefined from the second call on, so that later requests get current data. */
export function takeEarlyResponse(path: string): Promise<Response> | undefined {
  const response = globalThis.earlyResponses?.get(path);
  globalThis.earlyResponses?.delete(path);
  return response;
}
