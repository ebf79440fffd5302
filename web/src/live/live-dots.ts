import type { LiveVisit, MapDot } from '../api/responses.ts';

type LiveDot = MapDot & { companyId: string | null; isSoft: boolean };

/** One dot for each place, rounded to a degree. Dots without a company are drawn in a softer color. */
export function liveDots(visits: LiveVisit[]): LiveDot[] {
  const dots = new Map<string, LiveDot>();
  for (const { latitude, longitude, city, countryCode, companyId } of visits) {
    if (latitude === null || longitude === null) continue;
    const at = { latitude: Math.round(latitude), longitude: Math.round(longitude) };
    const key = `${at.latitude} ${at.longitude}`;
    const dot = dots.get(key) ?? { ...at, visits: 0, city, countryCode, companyId: null, isSoft: true };
    dots.set(key, { ...dot, visits: dot.visits + 1, companyId: dot.companyId ?? companyId, isSoft: dot.isSoft && companyId === null });
  }
  // Dots with a company come last, so that they are drawn above the others.
  return [...dots.values()].sort((a, b) => Number(b.isSoft) - Number(a.isSoft));
}
