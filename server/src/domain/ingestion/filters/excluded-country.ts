import type { Step } from './filter.ts';

export const excludedCountry: Step = {
  name: 'excluded-country',
  judge(_hit, { location }, { processing: { excluded_countries } }) {
    const country = location?.countryCode;
    return country && excluded_countries.includes(country) ? 'excluded_country' : null;
  },
};
