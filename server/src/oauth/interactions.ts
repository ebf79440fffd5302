import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { findAccounts } from '../domain/accounts/find-accounts.ts';
import { createSession } from '../domain/auth/create-session.ts';
import { relyingPartyOf } from '../domain/auth/passkeys/relying-party.ts';
import { scopes } from '../domain/auth/scopes.ts';
import { maxSessionSeconds, type Session } from '../domain/auth/session.ts';
import { answerSignInChallenge, createSignInChallenge } from '../domain/auth/two-factor/sign-in-challenges.ts';
import { verifyCredentials } from '../domain/auth/verify-credentials.ts';
import { notReady } from '../domain/not-ready.ts';
import { Problem } from '../domain/problem.ts';
import { getUser } from '../domain/users/get-user.ts';
import type { Language } from '../domain/users/user.ts';
import { recordProblemCause } from '../http/problem-cause.ts';
import { SessionCookie } from '../http/session-cookie.ts';
import { required } from '../lib/required.ts';
import { browserLanguage } from './browser-language.ts';
import { consentPage } from './consent-page.ts';
import type { OauthContext } from './context.ts';
import { findSession } from './find-session.ts';
import { pageTexts } from './page-texts.ts';
import { errorPage, loginPage, type OtherSignIns, secondFactorPage } from './pages.ts';

/** No scripts, and no framing by other sites. */
export const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The reasons for a login prompt that end when the user signs in. */
const signInReasons = ['no_session', 'login_prompt', 'max_age'];

type Step = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Sign-in and consent pages, which work without scripts and without the web application. */
export function addInteractions(fastify: FastifyInstance, ctx: OauthContext, provider: Provider) {
  const cookie = new SessionCookie(ctx.config.publicUrl);
  const getStep = (req: FastifyRequest, res: FastifyReply) => provider.interactionDetails(req.raw, res.raw);
  const otherSignIns = (step: Step): OtherSignIns => ({
    providerName: ctx.identityProvider?.name,
    hasPasskeys: relyingPartyOf(ctx.config.publicUrl) !== null && canBeSkipped(step),
  });
  const renderLogin = async (req: FastifyRequest, step: Step, failure: { title: string; email: string } | null) => {
    const language = languageOf(req);
    const appName = await appNameOf(provider, step, language);
    return loginPage(language, { action: actionOf(step), appName, failure, others: otherSignIns(step) });
  };
  const finishLogin = async (req: FastifyRequest, res: FastifyReply, step: Step, userId: string) => {
    await detachOtherUser(step, userId);
    return resume(provider, req, res, { login: { accountId: userId } });
  };
  fastify.setErrorHandler((error: Error & { statusCode?: number }, req, res) => {
    const language = languageOf(req);
    const { expired, failed, unavailable } = pageTexts[language];
    if (error.name === 'SessionNotFound') return sendPage(res.code(400), errorPage(language, expired));
    // For example, the body is too large.
    const { statusCode = 500 } = error;
    if (statusCode >= 400 && statusCode < 500) return sendPage(res.code(statusCode), errorPage(language, failed));
    req.log.error({ err: error }, 'Authorization step failed');
    // The adapter of the library has already mapped transient errors.
    if (!(error instanceof errors.TemporarilyUnavailable) && !notReady(error)) return sendPage(res.code(500), errorPage(language, failed));
    recordProblemCause(req, 'database');
    return sendPage(res.code(503).header('retry-after', '5'), errorPage(language, unavailable));
  });

  fastify.get('/oauth/interaction/:uid', async (req, res) => {
    const step = await getStep(req, res);
    const session = await findSession(ctx, cookie.read(req));
    if (step.prompt.name !== 'login') {
      requireSameUser(step, session);
      return sendPage(res, await renderConsent(ctx, provider, step, languageOf(req)));
    }
    if (session !== null && (canBeSkipped(step) || isNewer(session, step))) return finishLogin(req, res, step, session.user.id);
    return sendPage(res, await renderLogin(req, step, null));
  });

  /** Creates a regular session, which the user can list and end like any other. */
  const signIn = async (req: FastifyRequest, res: FastifyReply, step: Step, userId: string) => {
    if ((await findSession(ctx, cookie.read(req)))?.user.id !== userId) {
      cookie.write(res, await createSession(ctx, userId, req.headers['user-agent'] ?? ''), maxSessionSeconds);
    }
    return finishLogin(req, res, step, userId);
  };

  fastify.post('/oauth/interaction/:uid/login', async (req, res) => {
    const step = await getStep(req, res);
    const { email = '', password = '' } = formOf(req);
    try {
      const userId = await verifyCredentials(ctx, { email, password, address: req.ip });
      const challenge = await createSignInChallenge(ctx, userId);
      if (challenge !== null) return sendPage(res, secondFactorPage(languageOf(req), { action: actionOf(step), challenge }));
      return await signIn(req, res, step, userId);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      recordProblemCause(req, error.details.cause);
      const status =
        error.kind === 'too_many_requests' ? 429 : error.kind === 'invalid_input' ? 400 : error.kind === 'forbidden' ? 403 : 401;
      const title = pageTexts[languageOf(req)].problem(error.kind, error.details.title);
      return sendPage(res.code(status), await renderLogin(req, step, { title, email }));
    }
  });

  fastify.post('/oauth/interaction/:uid/second-factor', async (req, res) => {
    const step = await getStep(req, res);
    const { challenge = '', code = '' } = formOf(req);
    try {
      return await signIn(req, res, step, await answerSignInChallenge(ctx, { challenge, code, address: req.ip }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      recordProblemCause(req, error.details.cause);
      const language = languageOf(req);
      const text = pageTexts[language];
      if (error.kind === 'unauthenticated') {
        return sendPage(res.code(401), await renderLogin(req, step, { title: text.signInExpired, email: '' }));
      }
      const isLimited = error.kind === 'too_many_requests';
      const message = isLimited ? text.problem(error.kind, error.details.title) : text.wrongCode;
      return sendPage(res.code(isLimited ? 429 : 400), secondFactorPage(language, { action: actionOf(step), challenge, error: message }));
    }
  });

  fastify.post('/oauth/interaction/:uid/confirm', async (req, res) => {
    const step = await getStep(req, res);
    requireSameUser(step, await findSession(ctx, cookie.read(req)));
    const { missingOIDCScope }: { missingOIDCScope?: string[] } = step.prompt.details;
    const grant =
      (step.grantId === undefined ? undefined : await provider.Grant.find(step.grantId)) ??
      new provider.Grant({ accountId: required(step.session).accountId, clientId: String(step.params.client_id) });
    if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '));
    return resume(provider, req, res, { consent: { grantId: await grant.save() } });
  });

  fastify.post('/oauth/interaction/:uid/abort', async (req, res) => {
    await getStep(req, res);
    return resume(provider, req, res, { error: 'access_denied', error_description: 'The user refused.' });
  });
}

/** Whether users who are already signed in can skip this step. They cannot if the app requires them to sign in again. */
function canBeSkipped({ prompt }: Step): boolean {
  return prompt.reasons.every((reason) => reason === 'no_session');
}

/** Whether the user has signed in since the app required it, such as at the identity provider. */
function isNewer({ createdAt }: Session, { prompt, iat }: Step): boolean {
  return createdAt.getTime() >= iat * 1000 && prompt.reasons.every((reason) => signInReasons.includes(reason));
}

/** Refuses consent for a user who has signed out in the meantime. */
function requireSameUser(step: Step, session: Session | null): void {
  if (session === null || step.session?.accountId !== session.user.id) throw new errors.SessionNotFound('the session has ended');
}

/** Detaches the authorization request from the session of the user who started it, if a different user has now signed in. */
async function detachOtherUser(step: Step, userId: string): Promise<void> {
  if (step.session === undefined || step.session.accountId === userId) return;
  step.session = undefined;
  await step.persist();
}

function actionOf({ uid }: Step): string {
  return `/oauth/interaction/${uid}`;
}

function languageOf({ headers }: FastifyRequest): Language {
  return browserLanguage(headers['accept-language']);
}

async function appNameOf(provider: Provider, { params }: Step, language: Language): Promise<string> {
  const client = await provider.Client.find(String(params.client_id));
  return client?.clientName ?? pageTexts[language].unnamedApp;
}

/** Renders the consent page in the language that the user has selected, or else in that of the browser. */
async function renderConsent(ctx: OauthContext, provider: Provider, step: Step, languageOfBrowser: Language): Promise<string> {
  const user = await getUser(ctx, required(step.session).accountId);
  const language = user.language ?? languageOfBrowser;
  const accounts = await findAccounts(
    ctx,
    user.memberships.map(({ accountId }) => accountId),
  );
  const requested = String(step.params.scope).split(' ');
  return consentPage(language, {
    action: actionOf(step),
    appName: await appNameOf(provider, step, language),
    redirectHost: new URL(String(step.params.redirect_uri)).host,
    // Also those granted earlier, because the app can ask for consent again.
    scopes: scopes.filter((scope) => requested.includes(scope)),
    accounts: accounts.map(({ name }) => name),
    email: user.email,
  });
}

async function resume(provider: Provider, req: FastifyRequest, res: FastifyReply, result: Parameters<Provider['interactionResult']>[2]) {
  const url = await provider.interactionResult(req.raw, res.raw, result, { mergeWithLastSubmission: true });
  return res.redirect(url, 303);
}

function formOf(req: FastifyRequest): Record<string, string | undefined> {
  const form = parse(String(req.body ?? ''));
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

export function sendPage(res: FastifyReply, html: string) {
  return res
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': pagePolicy,
      'x-frame-options': 'DENY',
    })
    .send(html);
}
