/** Messages of the server in German, by their English text. */
export const serverMessages: Record<string, string> = {
  'A color has the form #1a73e8.': 'Eine Farbe muss die Form #1a73e8 haben.',
  'A feed needs at least one filter.': 'Ein Feed braucht mindestens einen Filter.',
  'A search needs at least one criterion.': 'Eine Suche braucht mindestens ein Kriterium.',
  'Enter words, or select a country, a size or an industry.':
    'Geben Sie Wörter ein oder wählen Sie ein Land, eine Größe oder eine Branche.',
  'Specify at least one of departments, hierarchy_levels, positions and countries.':
    'Geben Sie mindestens eine Abteilung, eine Ebene, eine Position oder ein Land an.',
  'Enter the address of a page, such as https://www.example.com/.': 'Geben Sie die Adresse einer Seite an, etwa https://www.example.com/.',
  'Leads can be assigned to users of the account only.': 'Leads können nur Benutzern des Kontos zugewiesen werden.',
  'Select recipients or set a webhook, and save, before you send a test.':
    'Wählen Sie Empfänger oder einen Webhook und speichern Sie, bevor Sie einen Test senden.',
  'Only users of the account can be notified by e-mail.': 'Nur Benutzer des Kontos können per E-Mail benachrichtigt werden.',
  'Say which company: its id or its domain.': 'Geben Sie die Domain des Unternehmens an.',
  'The cost must be more than zero.': 'Die Kosten müssen größer als null sein.',
  'The e-mail cannot have been sent in the future.': 'Die E-Mail kann nicht in der Zukunft gesendet worden sein.',
  'The filters are not well-formed.': 'Die Filter sind nicht gültig.',
  'The grant authorization_code needs a redirect URI.': 'Für authorization_code ist eine Weiterleitungs-URI nötig.',
  'The last day is before the first one.': 'Der letzte Tag liegt vor dem ersten.',
  'The name must have 1 to {max} characters.': 'Der Name muss 1 bis {max} Zeichen haben.',
  'The name must not be empty.': 'Der Name darf nicht leer sein.',
  'The name of a link must have 1 to {max} characters.': 'Der Name eines Links muss 1 bis {max} Zeichen haben.',
  'The password must have 10 to 200 characters.': 'Das Passwort muss 10 bis 200 Zeichen haben.',
  'An automation with this name already exists.': 'Eine Automatisierung mit diesem Namen gibt es schon.',
  'This code is wrong or has already been used. Enter a new one.':
    'Dieser Code ist falsch oder wurde schon verwendet. Geben Sie einen neuen ein.',
  'This is not an e-mail address.': 'Das ist keine E-Mail-Adresse.',
  'This is not your current password.': 'Das ist nicht Ihr aktuelles Passwort.',
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
  'A logo is a PNG, JPEG or WebP of at most {max} kB.': 'Ein Logo muss ein PNG, JPEG oder WebP mit höchstens {max} kB sein.',
  'A name must have 1 to {max} characters.': 'Ein Name muss 1 bis {max} Zeichen haben.',
  'A note must have 1 to {max} characters.': 'Eine Notiz muss 1 bis {max} Zeichen haben.',
  'A subject can have at most {max} characters.': 'Ein Betreff darf höchstens {max} Zeichen haben.',
  'An annotation must have 1 to {max} characters.': 'Eine Anmerkung muss 1 bis {max} Zeichen haben.',
  'The name of a passkey must have 1 to {max} characters.': 'Der Name eines Passkeys muss 1 bis {max} Zeichen haben.',
  'The costs of this campaign are in {currency}. Enter the amount in {same}.':
    'Die Kosten dieser Kampagne sind in {currency}. Geben Sie den Betrag in {same} ein.',
  'The name of a list must have 1 to {max} characters.': 'Der Name einer Liste muss 1 bis {max} Zeichen haben.',
  'The name of a tag must have 1 to {max} characters.': 'Der Name eines Tags muss 1 bis {max} Zeichen haben.',
  'A buyer persona named "{name}" already exists.': 'Eine Buyer-Persona „{name}“ gibt es schon.',
  'A folder named "{name}" already exists.': 'Einen Ordner „{name}“ gibt es schon.',
  'A list named "{name}" already exists.': 'Eine Liste „{name}“ gibt es schon.',
  'A tag named "{name}" already exists.': 'Ein Tag „{name}“ gibt es schon.',
  'An ideal customer profile named "{name}" already exists.': 'Ein Idealkundenprofil „{name}“ gibt es schon.',
  'There is no time zone "{name}": use a name such as Europe/Helsinki or UTC.':
    'Die Zeitzone „{name}“ gibt es nicht. Geben Sie einen Namen wie Europe/Berlin oder UTC an.',
  'Too many attempts. Try again in {minutes} min.': 'Zu viele Versuche. Versuchen Sie es in {minutes} Min. noch einmal.',
  'An account needs an owner: make another user an owner first.':
    'Ein Konto braucht einen Inhaber: Machen Sie zuerst jemand anderen zum Inhaber.',
  'Columns can be mapped only before the import is started.': 'Spalten können nur vor dem Start des Imports zugeordnet werden.',
  'This import is already running, has finished or was deleted.': 'Dieser Import läuft schon, ist fertig oder wurde gelöscht.',
  'This installation is already set up: sign in instead.': 'Diese Installation ist schon eingerichtet: Melden Sie sich an.',
  'E-mail is not configured on this server. Ask its operator to set a new password for you.':
    'Auf diesem Server ist kein E-Mail-Versand eingerichtet. Bitten Sie den Betreiber, ein neues Passwort für Sie zu setzen.',
  'This passkey is already registered.': 'Dieser Passkey ist schon registriert.',
  'You have no other account, so you could no longer use Leadlight.':
    'Sie haben kein anderes Konto und könnten Leadlight nicht mehr benutzen.',
  '{email} is already a user of this account.': '{email} ist schon Benutzer dieses Kontos.',
  'A campaign can have at most {max} costs. Delete old ones first.':
    'Eine Kampagne kann höchstens {max} Kosteneinträge haben. Löschen Sie zuerst alte.',
  'An account can have at most {max} automations: delete one first.':
    'Ein Konto kann höchstens {max} Automatisierungen haben: Löschen Sie zuerst eine.',
  'An account can have at most {max} links. Delete one first.': 'Ein Konto kann höchstens {max} Links haben. Löschen Sie zuerst einen.',
  'An account can have at most {max} custom feeds.': 'Ein Konto kann höchstens {max} eigene Feeds haben.',
  'An account can have at most {max} custom fields.': 'Ein Konto kann höchstens {max} eigene Felder haben.',
  'An account can have at most {max} folders.': 'Ein Konto kann höchstens {max} Ordner haben.',
  'An account can have at most {max} goals.': 'Ein Konto kann höchstens {max} Ziele haben.',
  'An account can have at most {max} tags.': 'Ein Konto kann höchstens {max} Tags haben.',
  'Sign in as {email} to accept this invitation.': 'Melden Sie sich als {email} an, um diese Einladung anzunehmen.',
  'There are already {max} waiting or running imports. Start or delete one of them first.':
    'Es warten oder laufen schon {max} Importe. Starten oder löschen Sie zuerst einen davon.',
  'You already have {max} passkeys. Remove one first.': 'Sie haben schon {max} Passkeys. Entfernen Sie zuerst einen.',
  'You already own {max} or more accounts. Ask the operator to create another.':
    'Ihnen gehören schon {max} oder mehr Konten. Bitten Sie den Betreiber, ein weiteres anzulegen.',
  'Only an owner can do this.': 'Das kann nur ein Inhaber.',
  'Only an owner can invite another owner, or change the invitation of one.':
    'Nur ein Inhaber kann einen weiteren Inhaber einladen oder dessen Einladung ändern.',
  'This page is out of date. Reload it.': 'Diese Seite ist veraltet. Laden Sie sie neu.',
  '{who}. Ask an account owner to change your role.': 'Ihre Rolle erlaubt das nicht. Bitten Sie einen Inhaber des Kontos, sie zu ändern.',
  'Sign in with {provider}: passwords are only for owners here.':
    'Melden Sie sich mit {provider} an: Passwörter gelten hier nur für Inhaber.',
  'Choose at least one action.': 'Wählen Sie mindestens eine Aktion.',
  'Choose users of this account.': 'Wählen Sie Benutzer dieses Kontos.',
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
  // Findings of the tracker check.
  'The page responds with {status}.': 'Die Seite antwortet mit {status}.',
  'Check the address, or whether the page asks visitors to sign in or blocks unknown ones.':
    'Prüfen Sie die Adresse, und ob die Seite eine Anmeldung verlangt oder unbekannte Besucher abweist.',
  'The address returns {type}, not a web page.': 'Die Adresse liefert {type}, keine Webseite.',
  'Enter the address of a page of your website.': 'Geben Sie die Adresse einer Seite Ihrer Website an.',
  'The snippet is on the page.': 'Das Snippet ist auf der Seite.',
  'Open the page in a browser without a content blocker. This screen updates within seconds.':
    'Öffnen Sie die Seite in einem Browser ohne Inhaltsblocker. Diese Ansicht aktualisiert sich innerhalb von Sekunden.',
  'The page has the snippet of another account.': 'Auf der Seite ist das Snippet eines anderen Kontos.',
  'It loads {other}; yours is {own}. Copy the snippet from here.': 'Es lädt {other}; Ihres ist {own}. Kopieren Sie das Snippet von hier.',
  'The snippet is on the page, but as text or in a comment, so browsers do not run it.':
    'Das Snippet ist auf der Seite, aber als Text oder in einem Kommentar, sodass Browser es nicht ausführen.',
  'Paste it as HTML, not as text.': 'Fügen Sie es als HTML ein, nicht als Text.',
  'Only the first half of the snippet is on the page.': 'Nur die erste Hälfte des Snippets ist auf der Seite.',
  'The line that loads the script is missing: copy both lines.': 'Die Zeile, die das Skript lädt, fehlt: Kopieren Sie beide Zeilen.',
  'The snippet is not in the page itself, but a tag manager is.': 'Das Snippet ist nicht in der Seite selbst, aber ein Tag-Manager.',
  'If it loads the snippet, publish the container and fire the tag on all pages. This check cannot see it then; open the page in a browser and watch this screen.':
    'Wenn er das Snippet lädt, veröffentlichen Sie den Container und lösen Sie das Tag auf allen Seiten aus. Diese Prüfung sieht es dann nicht; öffnen Sie die Seite in einem Browser und beobachten Sie diese Ansicht.',
  'The snippet is not on the page.': 'Das Snippet ist nicht auf der Seite.',
  'Paste it before the end of the head. If you did, publish the change and clear the cache of the website.':
    'Fügen Sie es vor dem Ende des head-Elements ein. Wenn es schon dort ist, veröffentlichen Sie die Änderung und leeren Sie den Cache der Website.',
  'The snippet loads from {origin}, but this server is at {server}.':
    'Das Snippet lädt von {origin}, aber dieser Server ist unter {server} erreichbar.',
  'Copy the snippet again.': 'Kopieren Sie das Snippet noch einmal.',
  'The page uses https and the script does not, so browsers do not load it.':
    'Die Seite verwendet https und das Skript nicht, sodass Browser es nicht laden.',
  'Serve Leadlight over https and set PUBLIC_URL to that address.':
    'Stellen Sie Leadlight über https bereit und setzen Sie PUBLIC_URL auf diese Adresse.',
  'The script has the type {type}: it waits for a consent manager.': 'Das Skript hat den Typ {type}: Es wartet auf einen Consent-Manager.',
  'Visits are counted only after consent. Without cookies (Settings → Consent and privacy) the script does not have to wait.':
    'Besuche werden erst nach der Einwilligung gezählt. Ohne Cookies (Einstellungen → Einwilligung und Datenschutz) muss das Skript nicht warten.',
  'The content security policy of the page ({directive}) blocks the script.':
    'Die Content Security Policy der Seite ({directive}) blockiert das Skript.',
  "Give the script element the page's nonce: with 'strict-dynamic', addresses do not count.":
    "Geben Sie dem script-Element die Nonce der Seite: Mit 'strict-dynamic' zählen Adressen nicht.",
  'Add {origin} to script-src.': 'Fügen Sie {origin} zu script-src hinzu.',
  'The content security policy of the page ({directive}) blocks the events of the script.':
    'Die Content Security Policy der Seite ({directive}) blockiert die Ereignisse des Skripts.',
  'Add {origin} to connect-src.': 'Fügen Sie {origin} zu connect-src hinzu.',
  'The content security policy of the page blocks the first line of the snippet.':
    'Die Content Security Policy der Seite blockiert die erste Zeile des Snippets.',
  'Page views are still counted, but calls of leadlight(…) before the script has loaded are lost. Give that line a nonce or a hash.':
    'Seitenaufrufe werden trotzdem gezählt, aber Aufrufe von leadlight(…), bevor das Skript geladen ist, gehen verloren. Geben Sie der Zeile eine Nonce oder einen Hash.',
  '{hostname} is not among your hostnames ({hostnames}).': '{hostname} gehört nicht zu Ihren Hostnamen ({hostnames}).',
  'Add it under Hostnames and exclusions.': 'Fügen Sie ihn unter Hostnamen und Ausschlüsse hinzu.',
  'The page is excluded by the path {path}.': 'Die Seite ist durch den Pfad {path} ausgeschlossen.',
  'Change it under Hostnames and exclusions.': 'Ändern Sie ihn unter Hostnamen und Ausschlüsse.',
  'This process cannot connect to other servers.': 'Dieser Prozess kann keine Verbindungen zu anderen Servern aufbauen.',
  '{name} is not a public address: the operator can allow it with WEBHOOK_PRIVATE_ADDRESSES.':
    '{name} ist keine öffentliche Adresse: Der Betreiber kann sie mit WEBHOOK_PRIVATE_ADDRESSES erlauben.',
  'It redirects too often or to an invalid URL.': 'Sie leitet zu oft oder auf eine ungültige URL weiter.',
  'The page cannot be reached from this server.': 'Die Seite ist von diesem Server aus nicht erreichbar.',
  'It did not respond.': 'Sie hat nicht geantwortet.',
  'It did not load within ten seconds.': 'Sie wurde nicht innerhalb von zehn Sekunden geladen.',
  'There is no such hostname.': 'Diesen Hostnamen gibt es nicht.',
  'The hostname cannot be resolved.': 'Der Hostname kann nicht aufgelöst werden.',
  'The connection was refused.': 'Die Verbindung wurde abgelehnt.',
  'There is no route to its network.': 'Es gibt keine Route zu ihrem Netz.',
  'The connection was reset.': 'Die Verbindung wurde zurückgesetzt.',
  'The certificate of the website has expired.': 'Das Zertifikat der Website ist abgelaufen.',
  'The certificate of the website is self-signed.': 'Das Zertifikat der Website ist selbst signiert.',
  'The certificate of the website is for another hostname.': 'Das Zertifikat der Website gilt für einen anderen Hostnamen.',
  'The website does not send the intermediate certificate.': 'Die Website sendet das Zwischenzertifikat nicht.',
};
