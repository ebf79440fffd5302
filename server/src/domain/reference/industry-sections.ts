/**
 * A section of NACE Rev. 2 and its divisions, with the English titles of NACE and the German titles of WZ 2008, which uses the same codes.
 * The industries of the directory are below the divisions.
 */
type Section = { code: string; nace: string; wz: string; divisions: readonly Omit<Section, 'divisions'>[] };

const table: readonly [code: string, nace: string, wz: string][] = [
  ['A', 'Agriculture, forestry and fishing', 'Land- und Forstwirtschaft, Fischerei'],
  ['01', 'Crop and animal production, hunting and related service activities', 'Landwirtschaft, Jagd und damit verbundene Tätigkeiten'],
  ['02', 'Forestry and logging', 'Forstwirtschaft und Holzeinschlag'],
  ['03', 'Fishing and aquaculture', 'Fischerei und Aquakultur'],
  ['B', 'Mining and quarrying', 'Bergbau und Gewinnung von Steinen und Erden'],
  ['05', 'Mining of coal and lignite', 'Kohlenbergbau'],
  ['06', 'Extraction of crude petroleum and natural gas', 'Gewinnung von Erdöl und Erdgas'],
  ['07', 'Mining of metal ores', 'Erzbergbau'],
  ['08', 'Other mining and quarrying', 'Gewinnung von Steinen und Erden, sonstiger Bergbau'],
  [
    '09',
    'Mining support service activities',
    'Erbringung von Dienstleistungen für den Bergbau und für die Gewinnung von Steinen und Erden',
  ],
  ['C', 'Manufacturing', 'Verarbeitendes Gewerbe'],
  ['10', 'Manufacture of food products', 'Herstellung von Nahrungs- und Futtermitteln'],
  ['11', 'Manufacture of beverages', 'Getränkeherstellung'],
  ['12', 'Manufacture of tobacco products', 'Tabakverarbeitung'],
  ['13', 'Manufacture of textiles', 'Herstellung von Textilien'],
  ['14', 'Manufacture of wearing apparel', 'Herstellung von Bekleidung'],
  ['15', 'Manufacture of leather and related products', 'Herstellung von Leder, Lederwaren und Schuhen'],
  [
    '16',
    'Manufacture of wood and of products of wood and cork, except furniture; manufacture of articles of straw and plaiting materials',
    'Herstellung von Holz-, Flecht-, Korb- und Korkwaren (ohne Möbel)',
  ],
  ['17', 'Manufacture of paper and paper products', 'Herstellung von Papier, Pappe und Waren daraus'],
  [
    '18',
    'Printing and reproduction of recorded media',
    'Herstellung von Druckerzeugnissen; Vervielfältigung von bespielten Ton-, Bild- und Datenträgern',
  ],
  ['19', 'Manufacture of coke and refined petroleum products', 'Kokerei und Mineralölverarbeitung'],
  ['20', 'Manufacture of chemicals and chemical products', 'Herstellung von chemischen Erzeugnissen'],
  ['21', 'Manufacture of basic pharmaceutical products and pharmaceutical preparations', 'Herstellung von pharmazeutischen Erzeugnissen'],
  ['22', 'Manufacture of rubber and plastic products', 'Herstellung von Gummi- und Kunststoffwaren'],
  [
    '23',
    'Manufacture of other non-metallic mineral products',
    'Herstellung von Glas und Glaswaren, Keramik, Verarbeitung von Steinen und Erden',
  ],
  ['24', 'Manufacture of basic metals', 'Metallerzeugung und -bearbeitung'],
  ['25', 'Manufacture of fabricated metal products, except machinery and equipment', 'Herstellung von Metallerzeugnissen'],
  [
    '26',
    'Manufacture of computer, electronic and optical products',
    'Herstellung von Datenverarbeitungsgeräten, elektronischen und optischen Erzeugnissen',
  ],
  ['27', 'Manufacture of electrical equipment', 'Herstellung von elektrischen Ausrüstungen'],
  ['28', 'Manufacture of machinery and equipment n.e.c.', 'Maschinenbau'],
  ['29', 'Manufacture of motor vehicles, trailers and semi-trailers', 'Herstellung von Kraftwagen und Kraftwagenteilen'],
  ['30', 'Manufacture of other transport equipment', 'Sonstiger Fahrzeugbau'],
  ['31', 'Manufacture of furniture', 'Herstellung von Möbeln'],
  ['32', 'Other manufacturing', 'Herstellung von sonstigen Waren'],
  ['33', 'Repair and installation of machinery and equipment', 'Reparatur und Installation von Maschinen und Ausrüstungen'],
  ['D', 'Electricity, gas, steam and air conditioning supply', 'Energieversorgung'],
  ['35', 'Electricity, gas, steam and air conditioning supply', 'Energieversorgung'],
  [
    'E',
    'Water supply; sewerage, waste management and remediation activities',
    'Wasserversorgung; Abwasser- und Abfallentsorgung und Beseitigung von Umweltverschmutzungen',
  ],
  ['36', 'Water collection, treatment and supply', 'Wasserversorgung'],
  ['37', 'Sewerage', 'Abwasserentsorgung'],
  [
    '38',
    'Waste collection, treatment and disposal activities; materials recovery',
    'Sammlung, Behandlung und Beseitigung von Abfällen; Rückgewinnung',
  ],
  ['39', 'Remediation activities and other waste management services', 'Beseitigung von Umweltverschmutzungen und sonstige Entsorgung'],
  ['F', 'Construction', 'Baugewerbe'],
  ['41', 'Construction of buildings', 'Hochbau'],
  ['42', 'Civil engineering', 'Tiefbau'],
  ['43', 'Specialised construction activities', 'Vorbereitende Baustellenarbeiten, Bauinstallation und sonstiges Ausbaugewerbe'],
  ['G', 'Wholesale and retail trade; repair of motor vehicles and motorcycles', 'Handel; Instandhaltung und Reparatur von Kraftfahrzeugen'],
  [
    '45',
    'Wholesale and retail trade and repair of motor vehicles and motorcycles',
    'Handel mit Kraftfahrzeugen; Instandhaltung und Reparatur von Kraftfahrzeugen',
  ],
  ['46', 'Wholesale trade, except of motor vehicles and motorcycles', 'Großhandel (ohne Handel mit Kraftfahrzeugen)'],
  ['47', 'Retail trade, except of motor vehicles and motorcycles', 'Einzelhandel (ohne Handel mit Kraftfahrzeugen)'],
  ['H', 'Transportation and storage', 'Verkehr und Lagerei'],
  ['49', 'Land transport and transport via pipelines', 'Landverkehr und Transport in Rohrfernleitungen'],
  ['50', 'Water transport', 'Schifffahrt'],
  ['51', 'Air transport', 'Luftfahrt'],
  [
    '52',
    'Warehousing and support activities for transportation',
    'Lagerei sowie Erbringung von sonstigen Dienstleistungen für den Verkehr',
  ],
  ['53', 'Postal and courier activities', 'Post-, Kurier- und Expressdienste'],
  ['I', 'Accommodation and food service activities', 'Gastgewerbe'],
  ['55', 'Accommodation', 'Beherbergung'],
  ['56', 'Food and beverage service activities', 'Gastronomie'],
  ['J', 'Information and communication', 'Information und Kommunikation'],
  ['58', 'Publishing activities', 'Verlagswesen'],
  [
    '59',
    'Motion picture, video and television programme production, sound recording and music publishing activities',
    'Herstellung, Verleih und Vertrieb von Filmen und Fernsehprogrammen; Kinos; Tonstudios und Verlegen von Musik',
  ],
  ['60', 'Programming and broadcasting activities', 'Rundfunkveranstalter'],
  ['61', 'Telecommunications', 'Telekommunikation'],
  ['62', 'Computer programming, consultancy and related activities', 'Erbringung von Dienstleistungen der Informationstechnologie'],
  ['63', 'Information service activities', 'Informationsdienstleistungen'],
  ['K', 'Financial and insurance activities', 'Erbringung von Finanz- und Versicherungsdienstleistungen'],
  ['64', 'Financial service activities, except insurance and pension funding', 'Erbringung von Finanzdienstleistungen'],
  [
    '65',
    'Insurance, reinsurance and pension funding, except compulsory social security',
    'Versicherungen, Rückversicherungen und Pensionskassen (ohne Sozialversicherung)',
  ],
  [
    '66',
    'Activities auxiliary to financial services and insurance activities',
    'Mit Finanz- und Versicherungsdienstleistungen verbundene Tätigkeiten',
  ],
  ['L', 'Real estate activities', 'Grundstücks- und Wohnungswesen'],
  ['68', 'Real estate activities', 'Grundstücks- und Wohnungswesen'],
  [
    'M',
    'Professional, scientific and technical activities',
    'Erbringung von freiberuflichen, wissenschaftlichen und technischen Dienstleistungen',
  ],
  ['69', 'Legal and accounting activities', 'Rechts- und Steuerberatung, Wirtschaftsprüfung'],
  [
    '70',
    'Activities of head offices; management consultancy activities',
    'Verwaltung und Führung von Unternehmen und Betrieben; Unternehmensberatung',
  ],
  [
    '71',
    'Architectural and engineering activities; technical testing and analysis',
    'Architektur- und Ingenieurbüros; technische, physikalische und chemische Untersuchung',
  ],
  ['72', 'Scientific research and development', 'Forschung und Entwicklung'],
  ['73', 'Advertising and market research', 'Werbung und Marktforschung'],
  [
    '74',
    'Other professional, scientific and technical activities',
    'Sonstige freiberufliche, wissenschaftliche und technische Tätigkeiten',
  ],
  ['75', 'Veterinary activities', 'Veterinärwesen'],
  ['N', 'Administrative and support service activities', 'Erbringung von sonstigen wirtschaftlichen Dienstleistungen'],
  ['77', 'Rental and leasing activities', 'Vermietung von beweglichen Sachen'],
  ['78', 'Employment activities', 'Vermittlung und Überlassung von Arbeitskräften'],
  [
    '79',
    'Travel agency, tour operator and other reservation service and related activities',
    'Reisebüros, Reiseveranstalter und Erbringung sonstiger Reservierungsdienstleistungen',
  ],
  ['80', 'Security and investigation activities', 'Wach- und Sicherheitsdienste sowie Detekteien'],
  ['81', 'Services to buildings and landscape activities', 'Gebäudebetreuung; Garten- und Landschaftsbau'],
  [
    '82',
    'Office administrative, office support and other business support activities',
    'Erbringung von wirtschaftlichen Dienstleistungen für Unternehmen und Privatpersonen a. n. g.',
  ],
  ['O', 'Public administration and defence; compulsory social security', 'Öffentliche Verwaltung, Verteidigung; Sozialversicherung'],
  ['84', 'Public administration and defence; compulsory social security', 'Öffentliche Verwaltung, Verteidigung; Sozialversicherung'],
  ['P', 'Education', 'Erziehung und Unterricht'],
  ['85', 'Education', 'Erziehung und Unterricht'],
  ['Q', 'Human health and social work activities', 'Gesundheits- und Sozialwesen'],
  ['86', 'Human health activities', 'Gesundheitswesen'],
  ['87', 'Residential care activities', 'Heime (ohne Erholungs- und Ferienheime)'],
  ['88', 'Social work activities without accommodation', 'Sozialwesen (ohne Heime)'],
  ['R', 'Arts, entertainment and recreation', 'Kunst, Unterhaltung und Erholung'],
  ['90', 'Creative, arts and entertainment activities', 'Kreative, künstlerische und unterhaltende Tätigkeiten'],
  ['91', 'Libraries, archives, museums and other cultural activities', 'Bibliotheken, Archive, Museen, botanische und zoologische Gärten'],
  ['92', 'Gambling and betting activities', 'Spiel-, Wett- und Lotteriewesen'],
  [
    '93',
    'Sports activities and amusement and recreation activities',
    'Erbringung von Dienstleistungen des Sports, der Unterhaltung und der Erholung',
  ],
  ['S', 'Other service activities', 'Erbringung von sonstigen Dienstleistungen'],
  [
    '94',
    'Activities of membership organisations',
    'Interessenvertretungen sowie kirchliche und sonstige religiöse Vereinigungen (ohne Sozialwesen und Sport)',
  ],
  ['95', 'Repair of computers and personal and household goods', 'Reparatur von Datenverarbeitungsgeräten und Gebrauchsgütern'],
  ['96', 'Other personal service activities', 'Erbringung von sonstigen überwiegend persönlichen Dienstleistungen'],
  [
    'T',
    'Activities of households as employers; undifferentiated goods- and services-producing activities of households for own use',
    'Private Haushalte mit Hauspersonal; Herstellung von Waren und Erbringung von Dienstleistungen durch private Haushalte für den Eigenbedarf ohne ausgeprägten Schwerpunkt',
  ],
  ['97', 'Activities of households as employers of domestic personnel', 'Private Haushalte mit Hauspersonal'],
  [
    '98',
    'Undifferentiated goods- and services-producing activities of private households for own use',
    'Herstellung von Waren und Erbringung von Dienstleistungen durch private Haushalte für den Eigenbedarf ohne ausgeprägten Schwerpunkt',
  ],
  ['U', 'Activities of extraterritorial organisations and bodies', 'Exterritoriale Organisationen und Körperschaften'],
  ['99', 'Activities of extraterritorial organisations and bodies', 'Exterritoriale Organisationen und Körperschaften'],
];

/** In the table, each section (a letter) is followed by its divisions (numbers). */
export const sections: readonly Section[] = table.flatMap(([code, nace, wz], index) => {
  if (!isSection(code)) return [];
  const rest = table.slice(index + 1);
  const end = rest.findIndex(([next]) => isSection(next));
  const divisions = (end < 0 ? rest : rest.slice(0, end)).map((row) => ({ code: row[0], nace: row[1], wz: row[2] }));
  return { code, nace, wz, divisions };
});

const titles = new Map(table.map(([code, nace, wz]) => [code, { nace, wz }]));

/** Returns the title of a section or division; null for any other code. */
export function sectionTitle(code: string, classification: 'nace' | 'wz'): string | null {
  return titles.get(code)?.[classification] ?? null;
}

/** Adds the codes of the divisions of each section. */
export function withDivisions(codes: readonly string[]): string[] {
  return codes.flatMap((code) => [
    code,
    ...(sections.find((section) => section.code === code)?.divisions ?? []).map((division) => division.code),
  ]);
}

function isSection(code: string): boolean {
  return /^[A-Z]$/.test(code);
}
