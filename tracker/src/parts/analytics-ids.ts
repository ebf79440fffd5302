/**
 * The client ids of Google Analytics cookies. A `_ga_…` cookie of the newer format (GS1, GS2) contains a session and no client id.
 */
export default Array.from(document.cookie.matchAll(/\b_ga\w*=GA\d\.[\d-]+\.([\d.]+)/g), (match) => match[1]);
