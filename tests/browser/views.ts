import type { Page, Request } from 'playwright-core';
import { settingsGroups } from '../../web/src/settings/settings-pages.ts';
import { texts as firstGerman } from '../../web/src/texts/de.ts';
import { texts as germanOfDashboard } from '../../web/src/texts/de-dashboard.ts';
import { texts as germanOfSettings } from '../../web/src/texts/de-settings.ts';
import { texts as firstEnglish } from '../../web/src/texts/en.ts';
import { texts as englishOfDashboard } from '../../web/src/texts/en-dashboard.ts';
import { texts as englishOfSettings } from '../../web/src/texts/en-settings.ts';

const texts = {
  en: { ...firstEnglish, ...englishOfDashboard, ...englishOfSettings },
  de: { ...firstGerman, ...germanOfDashboard, ...germanOfSettings },
};
type Key = keyof typeof texts.en;
export type Language = keyof typeof texts;
type Text = (key: Key, values?: Record<string, string>) => string;

/** Records that views show; see `fillPages`. */
export type ShownRecords = {
  /** A company with visits, contacts and reasons to call. */
  companyId: string;
  companyListId: string;
  contactListId: string;
  goalId: string;
  /** A company on the site now. */
  liveCompanyId: string;
  /** A visit without a company. */
  liveVisitId: string;
  /** The query of an OAuth authorization. */
  authorizeQuery: string;
  dashboardSecret: string;
  invitationSecret: string;
  resetSecret: string;
};

type View = {
  name: string;
  path: string;
  /** Opens the view on the page, or waits for parts that are loaded later. */
  open?: (page: Page, text: Text) => Promise<unknown>;
  /** CSS selector of the part that no other view shows. */
  part?: string;
};

/** A view without a session. `responses` replaces responses of the app API, by path. */
type SignedOutView = View & { responses?: Record<string, object> };

/** Returns a function that looks up the texts of the web application in a language. */
export function textIn(language: Language): Text {
  return (key, values = {}) => {
    const text = texts[language][key];
    const pattern = typeof text === 'string' ? text : text.other;
    return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  };
}

/**
 * Returns a function that waits until no skeletons are left and no requests except the live stream are pending. Requests
 * that the page sent before this call are not waited for.
 */
export function watchContent(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => !request.url().endsWith('/stream') && pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  const nextFrame = () => page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return async () => {
    await page.locator('main').first().waitFor();
    for (let quiet = 0; quiet < 2; quiet = pending.size === 0 ? quiet + 1 : 0) {
      await page.waitForFunction(() => document.querySelector('[aria-busy=true], [data-testid=skeleton]') === null);
      await nextFrame();
    }
  };
}

/** Opens another page without loading the application again. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((url) => history.pushState(null, '', url), path);
}

/** Loads a view that needs no session. */
export async function loadSignedOut(page: Page, origin: string, { path, responses = {} }: SignedOutView): Promise<void> {
  await page.unrouteAll();
  for (const [apiPath, json] of Object.entries(responses)) await page.route(`**/app/api${apiPath}`, (route) => route.fulfill({ json }));
  await page.goto(`${origin}/${path}`);
  await page.getByRole('heading').first().waitFor();
}

/** Every page that needs no session. */
export function signedOutViews({ authorizeQuery, dashboardSecret, invitationSecret, resetSecret }: ShownRecords): SignedOutView[] {
  const needsSetup = { responses: { '/set-up': { needed: true } } };
  return [
    { name: 'sign-in', path: 'sign-in' },
    { name: 'forgot-password-without-mail', path: 'forgot-password' },
    { name: 'reset-password', path: `reset-password#${resetSecret}` },
    { name: 'invitation', path: `invitation#${invitationSecret}` },
    { name: 'invalid-invitation', path: 'invitation#x' },
    // Not directly after the valid link, because another fragment does not load the page again.
    { name: 'invalid-reset', path: 'reset-password#x' },
    { name: 'shared-dashboard', path: `shared#${dashboardSecret}` },
    { name: 'forgot-password', path: 'forgot-password', responses: { '/password-resets': { isMailConfigured: true } } },
    { name: 'set-up', path: 'set-up#x', ...needsSetup },
    { name: 'set-up-without-link', path: 'set-up', ...needsSetup },
    { name: 'oauth-sign-in', path: `oauth/authorize?${authorizeQuery}` },
  ];
}

/** Every page, and some of them in special states, such as an empty list. */
export function pageViews(shown: Omit<ShownRecords, 'authorizeQuery' | `${string}Secret`>): View[] {
  const { companyId, companyListId, contactListId, goalId, liveCompanyId, liveVisitId } = shown;
  const panel = { open: (page: Page) => page.getByRole('complementary').waitFor(), part: 'aside' };
  const view = (path: string): View => ({ name: path.replace(/\?.*/, '').replaceAll('/', '-'), path });
  return [
    ...[
      'leads',
      'live',
      'dashboard',
      'dashboard/data',
      'exports',
      'start',
      'inbox',
      'campaigns',
      'goals',
      'directory?country=DE',
      'lists',
    ].map(view),
    ...settingsGroups.flatMap(({ pages }) => pages.map(({ id }) => view(`settings/${id}`))),
    { name: 'company', path: `companies/${companyId}` },
    { name: 'company-panel', path: `leads?company=${companyId}`, ...panel },
    { name: 'filter-builder', path: 'leads?build=1', ...panel },
    { name: 'search-filters', path: 'leads?q=DE+pricing', part: '[role=group]' },
    { name: 'no-leads', path: 'leads?q=nothing+like+this' },
    { name: 'hours', path: 'dashboard?range=today', part: 'figure' },
    { name: 'long-range', path: 'dashboard?range=365d', part: 'figure' },
    { name: 'goal', path: `goals/${goalId}` },
    { name: 'list', path: `lists/${companyListId}` },
    { name: 'contact-list', path: `lists/${contactListId}` },
    { name: 'visits', path: 'dashboard/visits' },
    { name: 'visits-without-company', path: 'dashboard/visits?reason=home_line', part: '[role=group]' },
    { name: 'live-panel', path: `live?company=${liveCompanyId}`, ...panel },
    { name: 'live-visit-panel', path: `live?visit=${liveVisitId}`, ...panel },
    { name: 'not-found', path: 'no/such/page' },
  ];
}

const button = (key: Key, values?: Record<string, string>) => async (page: Page, text: Text) =>
  page
    .getByRole('button', { name: text(key, values), exact: true })
    .first()
    .click();
const then =
  (...steps: ((page: Page, text: Text) => Promise<unknown>)[]) =>
  async (page: Page, text: Text) => {
    for (const step of steps) await step(page, text);
  };
const item = (key: Key) => async (page: Page, text: Text) =>
  page
    .getByRole('menuitem', { name: text(key), exact: true })
    .first()
    .click();
/** Opens the sidebar, which is behind a button on a phone. */
const sidebar = async (page: Page, text: Text) => {
  const menu = page.getByRole('button', { name: text('shell.menu'), exact: true });
  if (await menu.isVisible()) await menu.click();
};

/** Every menu and dialog, and the toolbars and forms that a click opens. */
export function popupViews({ companyId }: Pick<ShownRecords, 'companyId'>): View[] {
  const select = (page: Page) => page.getByTestId('lead-row').first().getByRole('checkbox').check();
  const feed = 'Viewed pricing';
  const feedMenu = then(sidebar, button('feeds.feedNamed', { name: feed }));
  return [
    {
      name: 'accounts-menu',
      path: 'leads',
      open: then(sidebar, (page) => page.getByRole('navigation').getByRole('button').first().click()),
    },
    {
      name: 'new-account',
      path: 'leads',
      open: then(sidebar, (page) => page.getByRole('navigation').getByRole('button').first().click(), item('accounts.new')),
    },
    { name: 'user-menu', path: 'leads', open: then(sidebar, (page) => page.getByRole('navigation').getByRole('button').last().click()) },
    {
      name: 'notifications',
      path: 'leads',
      // The name of the button includes the number of unread notifications.
      open: then(sidebar, (page, text) =>
        page
          .getByRole('navigation')
          .getByRole('button', { name: text('notifications.title') })
          .click(),
      ),
    },
    { name: 'palette', path: 'leads', open: (page) => page.keyboard.press('Control+k') },
    { name: 'shortcuts', path: 'leads', open: (page) => page.keyboard.press('?') },
    { name: 'add-feed-menu', path: 'leads', open: then(sidebar, button('feeds.add')) },
    { name: 'feed-menu', path: 'leads', open: feedMenu },
    { name: 'rename-feed', path: 'leads', open: then(feedMenu, item('feeds.rename')) },
    { name: 'delete-feed', path: 'leads', open: then(feedMenu, item('common.delete')) },
    { name: 'alerts', path: 'leads', open: then(feedMenu, item('common.alertsDialog')) },
    { name: 'folder-menu', path: 'leads', open: then(sidebar, button('feeds.folderNamed', { name: 'Sales' })) },
    { name: 'columns-menu', path: 'leads', open: button('leads.columns') },
    { name: 'export-menu', path: 'leads', open: button('leads.export') },
    { name: 'dates', path: 'leads', open: (page) => page.locator('header button[aria-haspopup=dialog]').last().click() },
    { name: 'selection', path: 'leads', open: select },
    { name: 'assign-menu', path: 'leads', open: then(select, button('leads.assign')) },
    { name: 'tag-menu', path: 'leads', open: then(select, button('leads.tag')) },
    { name: 'new-tag', path: 'leads', open: then(select, button('leads.tag'), item('leads.newTag')) },
    { name: 'list-menu', path: 'leads', open: then(select, button('leads.list')) },
    { name: 'correction', path: `companies/${companyId}`, open: button('company.otherCompany') },
    { name: 'compare-menu', path: 'dashboard', open: (page) => page.locator('header button[aria-haspopup=menu]').first().click() },
    {
      name: 'compare-days',
      path: 'dashboard',
      open: then((page) => page.locator('header button[aria-haspopup=menu]').first().click(), item('dashboard.selectedDays')),
    },
    { name: 'annotation', path: 'dashboard', open: button('dashboard.addAnnotation') },
    { name: 'share', path: 'dashboard', open: button('dashboard.shareDashboard') },
    { name: 'campaign-cost', path: 'campaigns', open: (page) => page.locator('main table button').first().click() },
    { name: 'new-profile', path: 'settings/icps', open: button('leadSettings.newProfile') },
    { name: 'new-persona', path: 'settings/personas', open: button('leadSettings.newPersona') },
    { name: 'new-automation', path: 'settings/automations', open: button('automations.new') },
    { name: 'edit-goal', path: 'settings/goals', open: button('common.editNamed', { name: 'Viewed pricing' }) },
    {
      name: 'delete-tag',
      path: 'settings/tags',
      open: (page, text) => button('common.actionOn', { action: text('common.delete'), name: 'Hot' })(page, text),
    },
  ];
}
