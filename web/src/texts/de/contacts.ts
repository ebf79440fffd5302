export const contacts = {
  'contacts.addToList': '{name} zu einer Liste hinzufügen',
  'contacts.alreadyRevealed': 'Bereits aufgedeckt; es wurde nichts berechnet.',
  'contacts.definePersonas': 'Legen Sie Buyer-Personas an, um die richtigen Personen zuerst zu sehen.',
  'contacts.matchesPersona': 'Passt zur Buyer-Persona {name}',
  'contacts.noneYet':
    'Das Verzeichnis enthält noch keine Kontakte dieses Unternehmens. Importieren Sie sie in den Einstellungen oder über die API.',
  'contacts.personaFirst': 'Kontakte, die zu Ihren Buyer-Personas passen, stehen an erster Stelle.',
  'contacts.reveal': 'Aufdecken',
  'contacts.revealNamed': 'E-Mail-Adresse und Telefonnummer von {name} für einen Credit aufdecken',
  'contacts.revealed': { one: 'Für {count} Credit aufgedeckt.', other: 'Für {count} Credits aufgedeckt.' },
  'contacts.showMore': { one: '{count} weiteren Kontakt anzeigen', other: '{count} weitere Kontakte anzeigen' },
} as const;
