/** Allows no third-party content, and only the inline content that has these hashes. */
export const contentPolicy = (hashes: { script: string[]; style: string[] } = { script: [], style: [] }) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.script].join(' '),
    ["style-src 'self'", ...hashes.style].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Sent by the web application in addition to the headers that every interface sends. */
export const securityHeaders = {
  'content-security-policy': contentPolicy(),
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
