/**
 * A UUID of version 7. `crypto.randomUUID` is absent on plain http and makes version 4 only. Nothing is protected by an id
 * being hard to guess, so that the shorter source of chance does.
 */
export const makeId = () =>
  // Eleven hexadecimal digits hold the milliseconds until the year 2527, so one leading zero is always right.
  `0${Date.now().toString(16)}-7xxx-8xxx-xxxxxxxxxxxx`.replace(/x/g, () => Math.random().toString(16)[2]!).replace(/.{8}/, '$&-');
