import { createTransport, type NodemailerError } from 'nodemailer';
import { type Mailer, RecipientsRefused } from '../../domain/alerts/outgoing.ts';
import { inSpan, type SpanOptions } from '../../lib/tracing.ts';

type MailOptions = { url: string; from: string; timeoutMs?: number };

export function smtpMailer({ url, from, timeoutMs = 20_000 }: MailOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const spanOptions: SpanOptions = { kind: 'client', attributes: { 'server.address': new URL(url).hostname } };
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ id, to, subject, text, html, images = [] }) {
      const { rejected } = await inSpan('SMTP send', spanOptions, () =>
        transport.sendMail({
          from,
          to: [to].flat().map((address) => ({ name: '', address })),
          subject,
          text,
          html,
          attachments: images.map((image) => ({ cid: image.id, contentType: image.type, content: image.content, filename: image.id })),
          messageId: `<${id}@${domain}>`,
          // Prevents automatic replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
        }),
      ).catch((error: NodemailerError) => {
        // Nodemailer sets `rejected` only if all recipients were.
        throw error.rejected && error.permanent ? new RecipientsRefused(error.message, { cause: error }) : error;
      });
      return rejected.map(String);
    },
  };
}
