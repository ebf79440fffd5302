const responses = new Map<string, Promise<Response>>();

/** Sends a GET request of the private API before the application is loaded. */
export function requestEarly(address: string): void {
  const response = fetch(`/app/api${address}`);
  // The request that takes the response reports the error.
  response.catch(() => {});
  responses.set(address, response);
}

/** The response to a request that was already sent. It is used once. */
export function takeEarlyResponse(address: string): Promise<Response> | undefined {
  const response = responses.get(address);
  responses.delete(address);
  return response;
}
