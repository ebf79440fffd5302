import Type from 'typebox';
import { getAccount } from '../../domain/accounts/get-account.ts';
import { updateAccount } from '../../domain/accounts/update-account.ts';
import { getAccountSettings, updateAccountSettings } from '../../domain/settings/account-settings.ts';
import { listTags } from '../../domain/tags/list-tags.ts';
import { maxTagNameLength } from '../../domain/tags/tag.ts';
import { createTag, deleteTag, updateTag } from '../../domain/tags/write-tags.ts';
import { route } from '../route.ts';
import { noExtraProperties } from './shapes.ts';

const Texts = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 500 });
const Days = Type.Integer({ minimum: 1, maximum: 3650 });

const Consent = Type.Object(
  {
    mode: Type.Optional(Type.Enum(['cookieless', 'consent_required', 'always'])),
    consent_manager: Type.Optional(Type.Enum(['none', 'tcf', 'google_consent_mode', 'custom'])),
    cookie_lifetime_days: Type.Optional(Days),
    respect_gpc: Type.Optional(Type.Boolean()),
    respect_dnt: Type.Optional(Type.Boolean()),
  },
  noExtraProperties,
);
const Processing = Type.Object(
  {
    ip_storage: Type.Optional(Type.Enum(['none', 'truncated', 'full'])),
    ip_retention_days: Type.Optional(Days),
    visit_retention_days: Type.Optional(Days),
    extract_analytics_ids: Type.Optional(Type.Boolean()),
    extract_partner_cookies: Type.Optional(Type.Boolean()),
    capture_forms: Type.Optional(Type.Boolean()),
    excluded_ips: Type.Optional(Texts),
    excluded_countries: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { maxItems: 250 })),
    hostnames: Type.Optional(Texts),
    excluded_paths: Type.Optional(Texts),
    page_name: Type.Optional(Type.Enum(['path', 'url', 'title'])),
  },
  noExtraProperties,
);
const Outreach = Type.Object({ skip_do_not_contact: Type.Optional(Type.Boolean()) }, noExtraProperties);
const SettingsChange = Type.Object(
  { consent: Type.Optional(Consent), processing: Type.Optional(Processing), outreach: Type.Optional(Outreach) },
  noExtraProperties,
);
const AccountChange = Type.Object(
  { name: Type.Optional(Type.String({ maxLength: 200 })), timezone: Type.Optional(Type.String({ maxLength: 100 })) },
  noExtraProperties,
);
const NewTag = Type.Object({
  name: Type.String({ minLength: 1, maxLength: maxTagNameLength }),
  color: Type.Integer({ minimum: 0, maximum: 9 }),
});

export const settingRoutes = [
  route({ method: 'GET', path: '/settings', permission: 'view', handle: ({ ctx, accountId }) => getAccountSettings(ctx, accountId) }),
  route({
    method: 'PATCH',
    path: '/settings',
    permission: 'manage',
    body: SettingsChange,
    handle: ({ ctx, accountId, body }) => updateAccountSettings(ctx, accountId, body),
  }),
  route({ method: 'GET', path: '/account', permission: 'view', handle: ({ ctx, accountId }) => getAccount(ctx, accountId) }),
  route({
    method: 'PATCH',
    path: '/account',
    permission: 'manage',
    body: AccountChange,
    handle: ({ ctx, accountId, body }) => updateAccount(ctx, accountId, body),
  }),
  route({ method: 'GET', path: '/tags', permission: 'view', handle: async ({ ctx, accountId }) => (await listTags(ctx, accountId)).tags }),
  route({
    method: 'POST',
    path: '/tags',
    permission: 'edit',
    body: NewTag,
    handle: async ({ ctx, accountId, body, res }) => {
      res.code(201);
      return createTag(ctx, accountId, body);
    },
  }),
  route({
    method: 'PATCH',
    path: '/tags/:tagId',
    permission: 'edit',
    body: Type.Partial(NewTag),
    handle: ({ ctx, accountId, params, body }) => updateTag(ctx, accountId, params.tagId, body),
  }),
  route({
    method: 'DELETE',
    path: '/tags/:tagId',
    permission: 'edit',
    handle: ({ ctx, accountId, params }) => deleteTag(ctx, accountId, params.tagId),
  }),
];
