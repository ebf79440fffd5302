/**
 * The ids of Adobe's AMCV cookie, a list of names and values such as `MCMID|123|MCAAMB-1700000000|abc`, where `1700000000` is an expiry.
 * Unlike decodeURIComponent, unescape does not throw on malformed cookies.
 */
export default Object.fromEntries(
  Array.from(unescape(document.cookie).matchAll(/(MCA*M[BDHIL]+)[-\d]*\|([^|;]+)/g), (match) => match.slice(1)),
);
