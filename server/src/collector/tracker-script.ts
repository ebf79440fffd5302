import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderForms, renderTracker } from '../../../tracker/index.ts';
import { Problem } from '../domain/problem.ts';
import { findTrackerSettings, type TrackerSettings } from '../domain/tracking/find-tracker-settings.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { isTransientError } from '../lib/transient-error.ts';
import type { CollectorContext } from './context.ts';

/** Number of scripts whose settings are kept in each of the two generations of the map. */
const maxKeptSettings = 5000;

/** `GET /t/<script_hash>.js`, and `forms.js` for accounts that capture forms. */
export function trackerScript(ctx: CollectorContext) {
  const settingsOf = settingsFinder(ctx);
  return async (req: FastifyRequest<{ Params: { file: string } }>, res: FastifyReply) => {
    const { file } = req.params;
    if (file === 'forms.js') return send(req, res, renderForms(), 86_400);
    const scriptHash = /^([0-9a-f]{8,64})\.js$/.exec(file)?.[1];
    const settings = scriptHash === undefined ? null : await settingsOf(scriptHash);
    if (!settings) {
      throw new Problem(
        'not_found',
        'No account has this tracking script: copy the snippet again from the tracker settings of your Leadlight.',
      );
    }
    // Cache briefly, so that changed settings take effect soon.
    return send(req, res, renderTracker(configOf(ctx.config.publicUrl, settings)), 300);
  };
}

/** While the database is down, websites get the script with the latest known settings. */
function settingsFinder(ctx: CollectorContext): (scriptHash: string) => Promise<TrackerSettings | null> {
  const latest = new BoundedMap<string, TrackerSettings>(maxKeptSettings);
  return async (scriptHash) => {
    try {
      const settings = await findTrackerSettings(ctx, scriptHash);
      if (settings === null) latest.delete(scriptHash);
      else latest.set(scriptHash, settings);
      return settings;
    } catch (error) {
      const settings = latest.get(scriptHash);
      if (settings === undefined || !isTransientError(error)) throw error;
      return settings;
    }
  };
}

function configOf(publicUrl: string, { scriptHash, consent, processing }: TrackerSettings) {
  return {
    scriptHash,
    collectUrl: `${publicUrl}/collect`,
    formsUrl: processing.capture_forms ? `${publicUrl}/t/forms.js` : null,
    consentMode: consent.mode,
    consentManager: consent.consent_manager,
    cookieLifetimeDays: consent.cookie_lifetime_days,
    respectGpc: consent.respect_gpc,
    respectDnt: consent.respect_dnt,
    extractAnalyticsIds: processing.extract_analytics_ids,
    extractPartnerCookies: processing.extract_partner_cookies,
  };
}

function send(req: FastifyRequest, res: FastifyReply, script: string, seconds: number) {
  // The ETag is weak, because the response may be compressed.
  const etag = `W/"${createHash('sha256').update(script).digest('base64url').slice(0, 20)}"`;
  res.headers({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': `public, max-age=${seconds}, stale-if-error=86400`,
    etag,
    'x-content-type-options': 'nosniff',
  });
  return req.headers['if-none-match'] === etag ? res.code(304).send() : res.send(script);
}
