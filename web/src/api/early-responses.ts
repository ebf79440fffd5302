const responses = new Map<string, Promise<Response>>();

/** Sends a GET request of the private API before the application is loaded. */
export function requestEarly(path: string): void {
  const response = fetch(`/app/api${path}`);
  // The request that takes the response reports the error.
  response.catch(() => {});
  responses.set(path, response);
}

/** The response to a request that was already sent. It is used once. */
export function takeEarlyResponse(path: string): Promise<Response> | undefined {
  const response = responses.get(path);
  responses.delete(path);
  return response;
}
