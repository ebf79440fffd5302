export const jsonApi = 'application/vnd.api+json';
const plainJson = 'application/json';

/**
 * The media type of an answer: JSON API, unless `Accept` names plain JSON and not JSON API. Clients whose HTTP library parses
 * `application/json` alone name it; wildcards name nothing. Contract, Amendments.
 */
export function mediaTypeFor(accept: string | undefined): string {
  const named = namedTypes(accept ?? '');
  return named.includes(plainJson) && !named.includes(jsonApi) ? plainJson : jsonApi;
}

/** The media types that a header names; those with `q=0` are refused by it. */
function namedTypes(accept: string): string[] {
  return accept.split(',').flatMap((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter)) ? [] : type;
  });
}
