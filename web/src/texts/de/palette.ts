export const palette = {
  'palette.actionsOn': { one: 'Für {count} ausgewähltes Unternehmen', other: 'Für {count} ausgewählte Unternehmen' },
  'palette.addTag': 'Tag hinzufügen …',
  'palette.addToList': 'Zu einer Liste hinzufügen …',
  'palette.assign': 'Zuweisen …',
  'palette.createFeed': 'Feed anlegen',
  'palette.language': 'Sprache wechseln: {name}',
  'palette.noResults': 'Keine Ergebnisse. Um ein Unternehmen zuzuweisen oder zu taggen, wählen oder öffnen Sie es zuerst.',
  'palette.pick': 'Tippen, um zu suchen; Rücktaste geht zurück',
  'palette.removeFromList': 'Von einer Liste entfernen …',
  'palette.removeTag': 'Tag entfernen …',
  'palette.unassign': 'Zuweisung entfernen',
  'palette.unfollow': 'Nicht mehr beobachten',
} as const;
