/** Masks API keys, tokens and other secrets of this service in a string. They are recognized by their prefixes. */
export function maskSecrets(text: string): string {
  return text.replace(/\b(?:ll[a-z]|whsec)_[0-9A-Za-z+/=]{10,}/g, '(secret)');
}
