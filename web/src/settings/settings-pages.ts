/** The pages of the settings by their address, in the order and the groups in which they are listed. */
const settingsPages = {
  Website: {
    tracker: 'Install the tracker',
    traffic: 'Hostnames and exclusions',
    privacy: 'Consent and privacy',
    goals: 'Goals',
  },
  Leads: {
    icps: 'Customer profiles',
    personas: 'Buyer personas',
    tags: 'Tags',
    lists: 'Lists',
    fields: 'Custom fields',
    alerts: 'Alerts',
    corrections: 'Corrections',
    imports: 'Imports',
  },
  API: {
    keys: 'API keys and tokens',
    applications: 'OAuth applications',
    usage: 'Usage and credits',
  },
  Account: {
    account: 'Account',
    users: 'Users',
    audit: 'Audit log',
    sessions: 'Password and sessions',
    consents: 'Third-party apps',
  },
} as const;

export type SettingsPage = { [Group in keyof typeof settingsPages]: keyof (typeof settingsPages)[Group] }[keyof typeof settingsPages];

/** The groups with their pages, for lists. */
export const settingsGroups = Object.entries(settingsPages).map(([title, pages]) => ({
  title,
  pages: Object.entries(pages).map(([id, name]) => ({ id: id as SettingsPage, name: name as string })),
}));
