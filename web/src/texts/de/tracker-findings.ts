/** Findings of the tracker check in German, by their English text. */
export const trackerFindings: Record<string, string> = {
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
