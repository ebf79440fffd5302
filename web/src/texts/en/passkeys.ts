export const passkeys = {
  'passkeys.add': 'Add a passkey',
  'passkeys.added': 'Passkey added. You can use it the next time you sign in.',
  'passkeys.alreadyThere': 'You already have a passkey on this device.',
  'passkeys.cancelled': 'No passkey was used. Try again, or enter your password.',
  'passkeys.intro':
    'Sign in with your fingerprint, your face or the PIN of a device instead of a password and a code. A passkey works only on this site, so it cannot be phished.',
  'passkeys.nameHint': 'To recognize it later, such as “Work laptop”.',
  'passkeys.none': 'You have no passkeys yet.',
  'passkeys.notAdded': 'No passkey was added. Try again.',
  'passkeys.notInThisBrowser': 'This browser does not support passkeys.',
  'passkeys.notPossible':
    'Passkeys need HTTPS and a hostname. The operator of this server must serve it over HTTPS and set PUBLIC_URL to its address, such as https://leads.example.com.',
  'passkeys.passwordHint': 'To confirm that it is you.',
  'passkeys.remove': 'Remove',
  'passkeys.removeWarning': 'It will no longer sign you in. Your device may still offer it until you delete it there.',
  'passkeys.title': 'Passkeys',
  'passkeys.use': 'Use a passkey',
} as const;
