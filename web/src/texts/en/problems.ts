/** Kinds of problems. English shows the message of the server; other languages show its translation or, if it has none, these texts. */
export const problems = {
  'problem.conflict': 'This is not possible at the moment.',
  'problem.fault': 'Something went wrong on the server. Try again in a moment.',
  'problem.forbidden': 'You are not allowed to do this.',
  'problem.insufficient_credits': 'The account does not have enough credits left this month.',
  'problem.invalid_input': 'Something you entered is not valid.',
  'problem.not_found': 'It does not exist, or no longer exists.',
  'problem.payment_required': 'The plan of the account does not include this.',
  'problem.read_only': 'This cannot be changed.',
  'problem.too_many_requests': 'Too many attempts. Wait a few minutes, then try again.',
  'problem.unauthenticated': 'You are not signed in, or the sign-in is not valid.',
  'problem.unavailable': 'The server cannot do this right now. Try again in a moment.',
} as const;
