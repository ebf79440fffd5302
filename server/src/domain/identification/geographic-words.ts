/** Words at the end of a name that denote a branch of a company. Ignored when comparing with names of known organizations. */
export const geographicWords: ReadonlySet<string> = new Set(
  (
    'asia pacific apac emea europe europa south east middle latin north america americas africa ' +
    'australia austria osterreich oesterreich argentina bangladesh belgium belgie belgique brasil brazil bulgaria canada chile china colombia croatia cyprus czech ' +
    'republic denmark danmark deutschland germany egypt espana spain estonia finland suomi france greece hellas hong kong hungary magyarorszag india indonesia ' +
    'ireland israel italia italy japan korea kuwait latvia lithuania luxembourg luxemburg malaysia mexico nederland netherlands zealand norge norway pakistan peru ' +
    'philippines polska poland portugal qatar romania russia rus arabia saudi schweiz suisse svizzera switzerland serbia singapore slovakia slovenia sverige ' +
    'sweden taiwan thailand turkey turkiye turk uae ukraine uk us usa united kingdom states vietnam viet nam new branch'
  ).split(' '),
);
