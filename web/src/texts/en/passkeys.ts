export const passkeys = {
  'passkeys.title': 'Passkeys',
  'passkeys.intro':
    'Sign in with your fingerprint, your face or the PIN of a device instead of a password and a code. A passkey works only on this site, so it cannot be phished.',
  'passkeys.add': 'Add a passkey',
  'passkeys.nameHint': 'To recognize it later, such as “Work laptop”.',
  'passkeys.passwordHint': 'To confirm that it is you.',
  'passkeys.added': 'Passkey added. You can use it the next time you sign in.',
  'passkeys.removeWarning': 'It will no longer sign you in. Your device may still offer it until you delete it there.',
  'passkeys.remove': 'Remove',
  'passkeys.none': 'You have no passkeys yet.',
  'passkeys.notPossible':
    'Passkeys need HTTPS and a host name. The operator of this server can make that possible with PUBLIC_URL, such as https://leads.example.com.',
  'passkeys.notInThisBrowser': 'This browser does not support passkeys.',
  'passkeys.use': 'Use a passkey',
  'passkeys.cancelled': 'No passkey was used. Try again, or enter your password.',
  'passkeys.notAdded': 'The device added no passkey. Try again.',
  'passkeys.alreadyThere': 'This device already has a passkey for your user.',
  'auditVerb.passkey_added': 'passkey added',
  'auditVerb.passkey_removed': 'passkey removed',
} as const;
