export const jsonApi = 'application/vnd.api+json';
const plainJson = 'application/json';

/**
 * The media type of a response: JSON:API, unless `Accept` names plain JSON and not JSON:API, as clients do that only parse
 * `application/json`. Wildcards do not count.
 */
export function mediaTypeFor(accept: string | undefined): string {
  const named = namedTypes(accept ?? '');
  return named.includes(plainJson) && !named.includes(jsonApi) ? plainJson : jsonApi;
}

/** The media types named in a header, without those with `q=0`. */
function namedTypes(accept: string): string[] {
  return accept.split(',').flatMap((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter)) ? [] : type;
  });
}
