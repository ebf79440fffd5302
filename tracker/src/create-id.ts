/**
 * A version 7 UUID. `crypto.randomUUID` is missing on plain http and only creates version 4. Ids need not be unguessable, so the
 * shorter random source is enough.
 */
export const createId = () =>
  // Eleven hexadecimal digits hold the milliseconds until the year 2527, so one leading zero is always correct.
  `0${Date.now().toString(16)}-7xxx-8xxx-xxxxxxxxxxxx`.replace(/x/g, () => Math.random().toString(16)[2]!).replace(/.{8}/, '$&-');
