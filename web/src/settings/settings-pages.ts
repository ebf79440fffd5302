import type { TextKey } from '../texts/t.ts';

/** The pages of the settings by their path, in the order and the groups in which they are listed. */
const settingsPages = {
  'settings.groupWebsite': {
    tracker: 'settingsPage.tracker',
    traffic: 'settingsPage.traffic',
    privacy: 'settingsPage.privacy',
    goals: 'settingsPage.goals',
  },
  'settings.groupLeads': {
    icps: 'settingsPage.icps',
    personas: 'settingsPage.personas',
    tags: 'settingsPage.tags',
    fields: 'settingsPage.fields',
    alerts: 'settingsPage.alerts',
    automations: 'settingsPage.automations',
    corrections: 'settingsPage.corrections',
    candidates: 'settingsPage.candidates',
    imports: 'settingsPage.imports',
  },
  'settings.groupApi': {
    keys: 'settingsPage.keys',
    applications: 'settingsPage.applications',
    usage: 'settingsPage.usage',
  },
  'settings.groupAccount': {
    account: 'settingsPage.account',
    users: 'settingsPage.users',
    audit: 'settingsPage.audit',
    profile: 'settingsPage.profile',
    sessions: 'settingsPage.sessions',
    consents: 'settingsPage.consents',
  },
} as const satisfies { [Group in TextKey]?: Record<string, TextKey> };

export type SettingsPage = { [Group in keyof typeof settingsPages]: keyof (typeof settingsPages)[Group] }[keyof typeof settingsPages];

/** The groups with their pages as arrays. */
export const settingsGroups = Object.entries(settingsPages).map(([title, pages]) => ({
  title: title as keyof typeof settingsPages,
  pages: Object.entries(pages).map(([id, text]) => ({ id: id as SettingsPage, text: text as `settingsPage.${SettingsPage}` })),
}));
