export const live = {
  'live.companies': { one: '{count} Unternehmen in den letzten 30 Minuten', other: '{count} Unternehmen in den letzten 30 Minuten' },
  'live.everybody': 'Alle',
  'live.filterByFeed': 'Nach Feed filtern',
  'live.nobody': 'In den letzten 30 Minuten war niemand auf der Website',
  'live.nobodyHint': 'Besucher erscheinen hier, sobald sie eine Seite öffnen, und bleiben bis 30 Minuten nach ihrer letzten Aktivität.',
  'live.nobodyInFeed': 'Kein Unternehmen aus diesem Feed war in den letzten 30 Minuten auf der Website',
  'live.onTheSite': {
    one: '{count} auf der Website, {companies} aus Unternehmen',
    other: '{count} auf der Website, {companies} aus Unternehmen',
  },
  'live.others': { one: '{count} weiterer Besucher', other: '{count} weitere Besucher' },
  'live.placeUnknown': 'Ort unbekannt',
  'live.since': 'Seit {time}',
  'live.visit': 'Besuch',
} as const;
