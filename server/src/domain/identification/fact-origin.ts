/**
 * Origin of a fact about a company: the bundled directory, the registration of its network, visitors of the site, an imported file or a
 * user of an account.
 */
export type FactOrigin = 'seed' | 'network' | 'visitors' | 'import' | 'person';
