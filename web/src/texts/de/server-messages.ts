/** Messages of the server in German, by their English text. */
export const serverMessages: Record<string, string> = {
  'A feed needs at least one filter.': 'Ein Feed braucht mindestens einen Filter.',
  'A search needs at least one criterion.': 'Eine Suche braucht mindestens ein Kriterium.',
  'Enter words, or select a country, a size or an industry.':
    'Geben Sie Wörter ein oder wählen Sie ein Land, eine Größe oder eine Branche.',
  'Leads can be assigned to users of the account only.': 'Leads können nur Benutzern des Kontos zugewiesen werden.',
  'Select recipients or set a webhook, and save, before you send a test.':
    'Wählen Sie Empfänger oder einen Webhook und speichern Sie, bevor Sie einen Test senden.',
  'Only users of the account can be notified by e-mail.': 'Nur Benutzer des Kontos können per E-Mail benachrichtigt werden.',
  'Say which company: its id or its domain.': 'Geben Sie die Domain des Unternehmens an.',
  'The cost must be more than zero.': 'Die Kosten müssen größer als null sein.',
  'The e-mail cannot have been sent in the future.': 'Die E-Mail kann nicht in der Zukunft gesendet worden sein.',
  'The filters are not well-formed.': 'Die Filter sind nicht gültig.',
  'The last day is before the first one.': 'Der letzte Tag liegt vor dem ersten.',
  'The name must have 1 to {max} characters.': 'Der Name muss 1 bis {max} Zeichen haben.',
  'The name must not be empty.': 'Der Name darf nicht leer sein.',
  'The name of a link must have 1 to {max} characters.': 'Der Name eines Links muss 1 bis {max} Zeichen haben.',
  'The password must have 10 to 200 characters.': 'Das Passwort muss 10 bis 200 Zeichen haben.',
  'This code is wrong or has already been used. Enter a new one.':
    'Dieser Code ist falsch oder wurde schon verwendet. Geben Sie einen neuen ein.',
  'This is not an e-mail address.': 'Das ist keine E-Mail-Adresse.',
  'This password is too easy to guess. Use a less common one, such as several unrelated words.':
    'Dieses Passwort ist zu leicht zu erraten. Nehmen Sie ein selteneres, etwa mehrere Wörter ohne Zusammenhang.',
  'Select at most 1,100 days.': 'Wählen Sie höchstens 1.100 Tage.',
  'The request is not well-formed.': 'Die Anfrage ist fehlerhaft.',
  'The request is too large.': 'Die Anfrage ist zu groß.',
  'The value of "{field}" is missing.': 'Der Wert von „{field}“ fehlt.',
  'The value of "{field}" has more than {max} characters.': 'Der Wert von „{field}“ hat mehr als {max} Zeichen.',
  'The value of "{field}" has fewer than {min} characters.': 'Der Wert von „{field}“ hat weniger als {min} Zeichen.',
  'The value of "{field}" is not valid.': 'Der Wert von „{field}“ ist nicht gültig.',
  '{text} is not an e-mail address.': '{text} ist keine E-Mail-Adresse.',
  '{text} is neither the id nor the domain of a company.': '{text} ist weder die ID noch die Domain eines Unternehmens.',
  'A key must expire in the future.': 'Ein Schlüssel muss in der Zukunft ablaufen.',
  'A name must have 1 to {max} characters.': 'Ein Name muss 1 bis {max} Zeichen haben.',
  'A note must have 1 to {max} characters.': 'Eine Notiz muss 1 bis {max} Zeichen haben.',
  'A subject can have at most {max} characters.': 'Ein Betreff darf höchstens {max} Zeichen haben.',
  'An annotation must have 1 to {max} characters.': 'Eine Anmerkung muss 1 bis {max} Zeichen haben.',
  'The costs of this campaign are in {currency}. Enter the amount in {same}.':
    'Die Kosten dieser Kampagne sind in {currency}. Geben Sie den Betrag in {same} ein.',
  'The name of a list must have 1 to {max} characters.': 'Der Name einer Liste muss 1 bis {max} Zeichen haben.',
  'The name of a tag must have 1 to {max} characters.': 'Der Name eines Tags muss 1 bis {max} Zeichen haben.',
  'A folder named "{name}" already exists.': 'Einen Ordner „{name}“ gibt es schon.',
  'A list named "{name}" already exists.': 'Eine Liste „{name}“ gibt es schon.',
  'A tag named "{name}" already exists.': 'Ein Tag „{name}“ gibt es schon.',
  'There is no time zone "{name}": use a name such as Europe/Helsinki or UTC.':
    'Die Zeitzone „{name}“ gibt es nicht. Geben Sie einen Namen wie Europe/Berlin oder UTC an.',
  'Too many attempts. Try again in {minutes} min.': 'Zu viele Versuche. Versuchen Sie es in {minutes} Min. noch einmal.',
  'This installation is already set up: sign in instead.': 'Diese Installation ist schon eingerichtet: Melden Sie sich an.',
  'E-mail is not configured on this server. Ask its operator to set a new password for you.':
    'Auf diesem Server ist kein E-Mail-Versand eingerichtet. Bitten Sie den Betreiber, ein neues Passwort für Sie zu setzen.',
  'A campaign can have at most {max} costs. Delete old ones first.':
    'Eine Kampagne kann höchstens {max} Kosteneinträge haben. Löschen Sie zuerst alte.',
  'An account can have at most {max} links. Delete one first.': 'Ein Konto kann höchstens {max} Links haben. Löschen Sie zuerst einen.',
  'An account can have at most {max} custom feeds.': 'Ein Konto kann höchstens {max} eigene Feeds haben.',
  'An account can have at most {max} folders.': 'Ein Konto kann höchstens {max} Ordner haben.',
  'An account can have at most {max} tags.': 'Ein Konto kann höchstens {max} Tags haben.',
  'Sign in as {email} to accept this invitation.': 'Melden Sie sich als {email} an, um diese Einladung anzunehmen.',
  'You already own {max} or more accounts. Ask the operator to create another.':
    'Ihnen gehören schon {max} oder mehr Konten. Bitten Sie den Betreiber, ein weiteres anzulegen.',
  'Only an owner can do this.': 'Das kann nur ein Inhaber.',
  'This page is out of date. Reload it.': 'Diese Seite ist veraltet. Laden Sie sie neu.',
  '{who}. Ask an account owner to change your role.': 'Ihre Rolle erlaubt das nicht. Bitten Sie einen Inhaber des Kontos, sie zu ändern.',
  'Sign in with {provider}: passwords are only for owners here.':
    'Melden Sie sich mit {provider} an: Passwörter gelten hier nur für Inhaber.',
  'The device’s answer is not valid or came too late. Try again.':
    'Die Antwort des Geräts ist ungültig oder kam zu spät. Versuchen Sie es noch einmal.',
  'This invitation has expired or was used: ask for a new one.':
    'Diese Einladung ist abgelaufen oder wurde schon benutzt: Bitten Sie um eine neue.',
  'This link has expired or was deleted. Ask the person who sent it for a new one.':
    'Dieser Link ist abgelaufen oder wurde gelöscht. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
  'This link has expired or was used. Ask for a new one.':
    'Dieser Link ist abgelaufen oder wurde schon benutzt. Fordern Sie einen neuen an.',
  'No company in the directory has the id or domain {text}.': 'Kein Unternehmen im Verzeichnis hat die ID oder Domain {text}.',
  'The e-mail or the password is wrong.': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'This passkey was not accepted. Sign in with your password, or with another passkey.':
    'Dieser Passkey wurde nicht akzeptiert. Melden Sie sich mit Ihrem Passwort oder einem anderen Passkey an.',
  'This sign-in took too long. Start again.': 'Diese Anmeldung hat zu lange gedauert. Beginnen Sie noch einmal.',
  'You are not signed in, or your session has ended.': 'Sie sind nicht angemeldet, oder Ihre Sitzung ist beendet.',
};
