export const contacts = {
  'contacts.addToList': 'Add {name} to a list',
  'contacts.alreadyRevealed': 'Already revealed; nothing was charged.',
  'contacts.definePersonas': 'Define buyer personas to see the right people first.',
  'contacts.matchesPersona': 'Matches the buyer persona {name}',
  'contacts.noneYet': 'The directory has no contacts at this company yet. Import them in the settings, or add them through the API.',
  'contacts.personaFirst': 'Contacts who match your buyer personas come first.',
  'contacts.reveal': 'Reveal',
  'contacts.revealNamed': 'Reveal the e-mail address and phone number of {name} for one credit',
  'contacts.revealed': { one: 'Revealed for {count} credit.', other: 'Revealed for {count} credits.' },
  'contacts.showMore': { one: 'Show {count} more contact', other: 'Show {count} more contacts' },
} as const;
