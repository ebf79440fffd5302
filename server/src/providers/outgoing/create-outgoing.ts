import type { Outgoing } from '../../domain/alerts/outgoing.ts';
import { fileReader } from './file-reader.ts';
import { pageReader } from './page-reader.ts';
import { smtpMailer } from './smtp-mailer.ts';
import { webhookSender } from './webhook-sender.ts';

type OutgoingOptions = { smtpUrl: string | null; mailFrom: string; webhookPrivateAddresses: boolean; publicUrl: string };

/** Reads `options.publicUrl` for each message, because some processes set it only after they listen. */
export function createOutgoing(options: OutgoingOptions): Outgoing {
  const { smtpUrl, mailFrom, webhookPrivateAddresses } = options;
  const readFile = fileReader({ allowsPrivate: webhookPrivateAddresses });
  return {
    mail: smtpUrl === null ? null : smtpMailer({ url: smtpUrl, from: mailFrom }),
    webhooks: webhookSender({ allowsPrivate: webhookPrivateAddresses }),
    readPage: pageReader(readFile),
    readFile,
    publicUrl: () => options.publicUrl,
  };
}
