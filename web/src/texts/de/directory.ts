export const directory = {
  'directory.addSelectedToList': 'Zu einer Liste hinzufügen',
  'directory.alsoVisited': 'Auch Unternehmen, die Ihre Website schon besucht haben',
  'directory.contacts': { one: '{count} Kontakt', other: '{count} Kontakte' },
  'directory.contactsOf': 'Kontakte von {name}',
  'directory.country': 'Land',
  'directory.found': { one: '{count} Unternehmen gefunden', other: '{count} Unternehmen gefunden' },
  'directory.foundMany': '{max}+ Unternehmen gefunden',
  'directory.goToImports': 'Unternehmen importieren',
  'directory.howToSearch':
    'Durchsuchen Sie das Unternehmensverzeichnis nach Wörtern, Land, Größe oder Branche und fügen Sie passende Unternehmen einer Liste hinzu. Unternehmen, die Ihre Website schon besucht haben, werden ausgelassen.',
  'directory.lastVisit': 'Besuch: {time}',
  'directory.notVisited': 'Noch nicht',
  'directory.nothingFound': 'Kein passendes Unternehmen',
  'directory.nothingFoundHint':
    'Versuchen Sie weniger Wörter, entfernen Sie einen Filter oder beziehen Sie Unternehmen ein, die Ihre Website schon besucht haben. Weitere Unternehmen können Sie in den Einstellungen importieren.',
  'directory.search': 'Name, Domain oder Schlagwort',
  'directory.selected': { one: '{count} ausgewählt', other: '{count} ausgewählt' },
  'directory.showMore': 'Mehr anzeigen',
  'directory.size': 'Größe',
  'directory.title': 'Verzeichnis',
  'directory.visited': 'Besuch',
  'directory.whomToFind': 'Unternehmen finden, die Ihre Website noch nicht besucht haben',
} as const;
