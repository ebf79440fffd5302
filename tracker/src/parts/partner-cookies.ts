/** The ids of the AMCV cookie, a list of names and values such as `MCMID|123|MCAAMB-1700000000|abc`, where the number is an expiry. */
export default (cookies: string) => {
  const ids: Record<string, string> = {};
  // Other than decodeURIComponent, unescape does not stumble over the cookies of others.
  for (const [, name, value] of unescape(cookies).matchAll(/(MC(?:MID|AAMB|AAMLH))[-\d]*\|([^|;]+)/g)) {
    ids[name!] = value!;
  }
  return { partner_cookies: ids.MCMID ? ids : undefined };
};
