import { getExport, getExportOfFile, recordDownload } from '../../domain/exports/get-export.ts';
import { requestExport } from '../../domain/exports/request-export.ts';
import { getFeed } from '../../domain/feeds/get-feed.ts';
import { Problem } from '../../domain/problem.ts';
import { withinAccount } from '../../domain/within-account.ts';
import { accountOfUser, checkAccess } from '../authorize-request.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { readDays, readText } from '../query.ts';
import { readParameters } from '../read-parameters.ts';
import { exportRequestResource } from '../resources/export-request.ts';

export const createExportRequest: Endpoint = {
  method: 'POST',
  path: '/export-requests',
  successor: '/v1/web-visits/companies',
  account: false,
  isExportRequest: true,
  async handle(call) {
    const parameters = readParameters(call.body, call.query, ['account_id', 'custom_feed_id', 'start_date', 'end_date']);
    const accountId = readText(parameters, 'account_id');
    if (accountId === null) throw missing('account_id');
    if (!/^-?\d+$/.test(accountId)) throw new Problem('invalid_input', "Parameter 'account_id' must be an integer");
    const account = await accountOf(call, accountId);
    const feedId = readText(parameters, 'custom_feed_id');
    if (feedId === null) throw missing('custom_feed_id');
    const days = readDays(parameters);
    const ctx = withinAccount(call.ctx, account.id);
    const feed = await getFeed(ctx, account.id, feedId);
    const request = await requestExport(ctx, {
      accountId: account.id,
      userId: call.principal.userId,
      feedId: feed.id,
      ...days,
      aliases: ctx.config.earlierAliases,
    });
    const resource = exportRequestResource(request, ctx.config.publicUrl);
    return { status: 201, location: resource.attributes.status_url as string, document: { data: resource } };
  },
};

export const getExportRequest: Endpoint = {
  method: 'GET',
  path: '/export-requests/:id',
  successor: '/v1/web-visits/companies',
  account: false,
  async handle(call) {
    const request = await getExport(call.ctx, call.params.id);
    await accountOf(call, request.accountId, `There is no export request ${JSON.stringify(call.params.id)}.`);
    return { document: { data: exportRequestResource(request, call.ctx.config.publicUrl) } };
  },
};

export const downloadExport: Endpoint = {
  method: 'GET',
  path: '/download/:file_name',
  successor: '/v1/web-visits/companies',
  account: false,
  async handle(call) {
    const name = call.params.file_name;
    const notFoundTitle = `There is no file ${JSON.stringify(name)}.`;
    // Skip the lookup for names that no file can have; some are not even valid in a query.
    if (!/^[\w-]{1,100}\.json$/.test(name)) throw new Problem('not_found', notFoundTitle);
    const request = await getExportOfFile(call.ctx, name);
    await accountOf(call, request.accountId, notFoundTitle);
    const file = await call.ctx.files.open(name);
    if (!file) throw new Problem('not_found', notFoundTitle);
    if (!call.isHead) await recordDownload(call.ctx, request);
    return { file: { ...file, name: `export-${request.id}.json` } };
  },
};

/** Returns the account if the user may use this API in it. `notFoundTitle` replaces the error title for users who do not belong to it. */
async function accountOf({ ctx, principal }: Call<null>, accountId: string, notFoundTitle?: string) {
  const account = await accountOfUser(ctx, principal, accountId);
  if (!account && notFoundTitle !== undefined) throw new Problem('not_found', notFoundTitle);
  return checkAccess(account, accountId);
}

function missing(name: string): Problem {
  return new Problem('invalid_input', { title: `Required parameter '${name}' is missing`, parameter: name });
}
