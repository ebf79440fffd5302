import type { Filter } from './filter.ts';

export const excludedCountry: Filter = {
  name: 'excluded-country',
  check(_hit, { location }, { processing: { excluded_countries } }) {
    const country = location?.countryCode;
    return country && excluded_countries.includes(country) ? 'excluded_country' : null;
  },
};
