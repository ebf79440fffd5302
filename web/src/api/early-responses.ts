const responses = new Map<string, Promise<Response>>();

/** Sends a GET request of the private API before the application is loaded. */
export function requestEarly(path: string): void {
  const response = fetch(`/app/api${path}`);
  // The caller of `takeEarlyResponse` handles the error; this handler only prevents an unhandled rejection.
  response.catch(() => {});
  responses.set(path, response);
}

/** Returns the response to an early request, and undefined from the second call on, so that later requests get current data. */
export function takeEarlyResponse(path: string): Promise<Response> | undefined {
  const response = responses.get(path);
  responses.delete(path);
  return response;
}
