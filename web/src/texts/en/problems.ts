/** Kinds of problems. In English, the server's own message is shown; other languages show its translation or, without one, these. */
export const problems = {
  'problem.invalid_input': 'Something you entered is not valid.',
  'problem.not_found': 'It does not exist, or no longer exists.',
  'problem.conflict': 'This is not possible at the moment.',
  'problem.read_only': 'This cannot be changed.',
  'problem.forbidden': 'You are not allowed to do this.',
  'problem.unauthenticated': 'You are not signed in, or the sign-in is not valid.',
  'problem.payment_required': 'The plan of the account does not include this.',
  'problem.too_many_requests': 'Too many attempts. Wait a few minutes, then try again.',
  'problem.insufficient_credits': 'The account does not have enough credits left this month.',
  'problem.unavailable': 'The server cannot do this right now. Try again in a moment.',
  'problem.fault': 'Something went wrong on the server. Try again in a moment.',
} as const;
