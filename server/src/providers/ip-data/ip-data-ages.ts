import { type IpDataSources, ipDataSources } from './ip-data-sources.ts';

/** Age of the IP data in use, in seconds; null if the version has no date. */
export function ipDataAges(dataDir: string, now: Date): { networks: number | null; locations: number | null } {
  const sources = ipDataSources(dataDir);
  const ageOf = ({ version }: IpDataSources['networks']) => {
    const date = ipDataDate(version);
    return date === null ? null : Math.max(0, (now.getTime() - date.getTime()) / 1000);
  };
  return { networks: ageOf(sources.networks), locations: ageOf(sources.locations) };
}

/**
 * Date of a version: npm packages contain the day (2.3.2026061719), operator files the time they were installed. The oldest of
 * several files counts.
 */
export function ipDataDate(version: string): Date | null {
  const dates = version.split(' ').map((part) => {
    const day = /^\d+\.\d+\.(\d{4})(\d{2})(\d{2})\d*$/.exec(part);
    const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(part);
    return new Date(day ? `${day[1]}-${day[2]}-${day[3]}T00:00:00Z` : (time?.[0] ?? Number.NaN));
  });
  const oldest = Math.min(...dates.map((date) => date.getTime()));
  return Number.isNaN(oldest) ? null : new Date(oldest);
}
