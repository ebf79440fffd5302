export const problems = {
  'problem.conflict': 'Das ist zurzeit nicht möglich.',
  'problem.fault': 'Auf dem Server ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
  'problem.forbidden': 'Dazu haben Sie keine Berechtigung.',
  'problem.insufficient_credits': 'Das Konto hat in diesem Monat nicht genug Credits übrig.',
  'problem.invalid_input': 'Eine Eingabe ist nicht gültig.',
  'problem.not_found': 'Das existiert nicht oder nicht mehr.',
  'problem.payment_required': 'Das ist im Tarif des Kontos nicht enthalten.',
  'problem.read_only': 'Das lässt sich nicht ändern.',
  'problem.too_many_requests': 'Zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
  'problem.unauthenticated': 'Sie sind nicht angemeldet, oder die Anmeldung ist ungültig.',
  'problem.unavailable': 'Der Server kann das gerade nicht. Versuchen Sie es gleich noch einmal.',
} as const;
