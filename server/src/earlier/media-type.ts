export const jsonApi = 'application/vnd.api+json';
const plainJson = 'application/json';

/**
 * Returns the media type of a response: JSON:API, unless `Accept` names plain JSON but not JSON:API. Clients that only parse
 * `application/json` send such a header. Wildcards do not count as naming a type.
 */
export function mediaTypeFor(accept: string | undefined): string {
  const named = namedTypes(accept ?? '');
  return named.includes(plainJson) && !named.includes(jsonApi) ? plainJson : jsonApi;
}

/** Returns the media types that the header names, except those with `q=0`. */
function namedTypes(accept: string): string[] {
  return accept.split(',').flatMap((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter)) ? [] : type;
  });
}
