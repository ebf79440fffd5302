/** Messages of the server that only the settings show, in German, by their English text. */
export const settingsMessages: Record<string, string> = {
  'A color has the form #1a73e8.': 'Eine Farbe muss die Form #1a73e8 haben.',
  'An automation with this name already exists.': 'Eine Automatisierung mit diesem Namen gibt es schon.',
  'The grant authorization_code needs a redirect URI.': 'Für authorization_code ist eine Weiterleitungs-URI nötig.',
  'This is not your current password.': 'Das ist nicht Ihr aktuelles Passwort.',
  'A logo is a PNG, JPEG or WebP of at most {max} kB.': 'Ein Logo muss ein PNG, JPEG oder WebP mit höchstens {max} kB sein.',
  'The name of a passkey must have 1 to {max} characters.': 'Der Name eines Passkeys muss 1 bis {max} Zeichen haben.',
  'A buyer persona named "{name}" already exists.': 'Eine Buyer-Persona „{name}“ gibt es schon.',
  'An ideal customer profile named "{name}" already exists.': 'Ein Idealkundenprofil „{name}“ gibt es schon.',
  'An account needs an owner: make another user an owner first.':
    'Ein Konto braucht einen Inhaber: Machen Sie zuerst jemand anderen zum Inhaber.',
  'Columns can be mapped only before the import is started.': 'Spalten können nur vor dem Start des Imports zugeordnet werden.',
  'This import is already running, has finished or was deleted.': 'Dieser Import läuft schon, ist fertig oder wurde gelöscht.',
  'This passkey is already registered.': 'Dieser Passkey ist schon registriert.',
  'You have no other account, so you could no longer use Leadlight.':
    'Sie haben kein anderes Konto und könnten Leadlight nicht mehr benutzen.',
  '{email} is already a user of this account.': '{email} ist schon Benutzer dieses Kontos.',
  'An account can have at most {max} automations: delete one first.':
    'Ein Konto kann höchstens {max} Automatisierungen haben: Löschen Sie zuerst eine.',
  'An account can have at most {max} custom fields.': 'Ein Konto kann höchstens {max} eigene Felder haben.',
  'An account can have at most {max} goals.': 'Ein Konto kann höchstens {max} Ziele haben.',
  'There are already {max} waiting or running imports. Start or delete one of them first.':
    'Es warten oder laufen schon {max} Importe. Starten oder löschen Sie zuerst einen davon.',
  'You already have {max} passkeys. Remove one first.': 'Sie haben schon {max} Passkeys. Entfernen Sie zuerst einen.',
  'Choose at least one action.': 'Wählen Sie mindestens eine Aktion.',
  'Choose users of this account.': 'Wählen Sie Benutzer dieses Kontos.',
  'Only an owner can invite another owner, or change the invitation of one.':
    'Nur ein Inhaber kann einen weiteren Inhaber einladen oder dessen Einladung ändern.',
  'Enter the address of a page, such as https://www.example.com/.': 'Geben Sie die Adresse einer Seite an, etwa https://www.example.com/.',
  'Specify at least one of departments, hierarchy_levels, positions and countries.':
    'Geben Sie mindestens eine Abteilung, eine Ebene, eine Position oder ein Land an.',
};
