import type { Scope } from '../domain/auth/scopes.ts';

/** The scopes as the consent page describes them. */
export const scopeDescriptions: Partial<Record<Scope, string>> = {
  'accounts:read': 'View the names and settings of your accounts',
  'companies:read': 'View and search companies and their signals',
  'companies:write': 'Tag and enrich companies, and add them to lists',
  'contacts:read': 'View and find contacts',
  'contacts:write': 'Edit contacts and add them to lists',
  'web_visits:read': 'View website visits, feeds, goals and the tracking script',
  'web_visits:write': 'Create, edit and delete feeds and goals, and send events',
  'campaigns:read': 'View campaigns and their results',
  'campaigns:write': 'Edit campaigns',
  'ip:read': 'Look up the company of an IP address',
  'buyer_personas:read': 'View buyer personas',
  'buyer_personas:write': 'Create, edit and delete buyer personas',
  'icps:read': 'View ideal customer profiles and the companies that match them',
  'icps:write': 'Create, edit and delete ideal customer profiles',
  'tags:read': 'View tags',
  'tags:write': 'Create, edit, delete and assign tags',
  'lists:read': 'View lists and their members',
  'lists:write': 'Create, edit, fill and delete lists',
  'custom_fields:read': 'View custom fields',
  'custom_fields:write': 'Create, edit and delete custom fields and their values',
  'settings:read': 'View cookie consent and data processing settings',
  'settings:write': 'Edit cookie consent and data processing settings',
  'usage:read': 'View API usage',
  'reference_data:read': 'Use reference data such as countries and industries',
};
