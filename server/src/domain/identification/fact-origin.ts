/**
 * Where what is known of a company comes from: the directory that comes with the service, the registration of its network, what
 * its people left on the site, an imported file, or a person of an account who named it.
 */
export type FactOrigin = 'seed' | 'network' | 'visitors' | 'import' | 'person';
