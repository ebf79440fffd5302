import { createServer, type IncomingHttpHeaders } from 'node:http';
import { after } from 'node:test';
import { portOf } from '../../server/src/lib/port-of.ts';
import { required } from '../../server/src/lib/required.ts';

type ReceivedWebhook = { path: string; headers: IncomingHttpHeaders; body: string };
type WebhookReceiver = { url: string; hooks: ReceivedWebhook[]; status: number; headers: Record<string, string> };

/** A webhook receiver that responds as the test configures it. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = { url: '', hooks: [], status: 204, headers: {} };
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    receiver.hooks.push({ path: required(req.url), headers: req.headers, body });
    res.writeHead(receiver.status, receiver.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${portOf(server)}/hook`;
  return receiver;
}
