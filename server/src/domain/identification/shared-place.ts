/** A place whose network is mostly used by guests. */
export type SharedPlace = 'hotel' | 'airport' | 'coworking' | 'science_park' | 'guest_network';

type Place = { name: string; industry: string | null; employeeRange: string | null };

const namedPlaces: [RegExp, SharedPlace][] = [
  [/\b(guest|visitor|public)s? (wi-?fi|wlan|network|access)\b|\bhot ?spot\b|\bfree wi-?fi\b/i, 'guest_network'],
  [/\bco-?working\b|\bshared offices?\b|\bserviced offices?\b/i, 'coworking'],
  [
    /\b(science|technology|tech|research|innovation|software|business|technological|scientific)[ -](and technology )?park\b|\btech?nopark|\btechnopol(e|is)\b|\btechnologiepark\b|\bpar(que|co|c) (cient[ií]fico|tecnol[oó]gico|scientifico|technologique|scientifique)\b|\bpark (naukowo|technologiczny|nauki)|\bteknokent\b|\bteknopark\b/i,
    'science_park',
  ],
  [/\b(air ?port|aeropuerto|aeroporto|aéroport|flughafen|lufthavn|flygplats|luchthaven)s?\b/i, 'airport'],
  [/\b(hotel|hostel|resort)s?\b/i, 'hotel'],
];

const placesOfIndustries: Record<string, SharedPlace> = { hotels: 'hotel', airports: 'airport' };

/** Hotel chains of this size have separate networks for their staff. */
const chainSizes = new Set(['5.001-10.000', '10.000+']);

/** Detects organizations whose network is mostly used by guests, so visitors rarely work there. */
export function sharedPlaceOf(place: Place): SharedPlace | null {
  const kind = kindOf(place);
  return kind === 'hotel' && isChain(place) ? null : kind;
}

/** A smaller company is a chain if its name is in the plural. */
function isChain({ name, employeeRange }: Place): boolean {
  return employeeRange !== null && (chainSizes.has(employeeRange) || (employeeRange === '1.001-5.000' && /\bhotels\b/i.test(name)));
}

function kindOf({ name, industry }: Place): SharedPlace | null {
  if (industry !== null && placesOfIndustries[industry] !== undefined) return placesOfIndustries[industry];
  const named = sharedPlaceInName(name);
  // Companies that build or equip hotels and airports also have the word in their name; their industry distinguishes them.
  return industry !== null && (named === 'hotel' || named === 'airport') ? null : named;
}

/** Detects a shared place by its name alone. */
export function sharedPlaceInName(name: string): SharedPlace | null {
  return namedPlaces.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
