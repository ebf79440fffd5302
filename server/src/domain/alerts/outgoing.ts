import type { MailImage } from '../mails/compose-mail.ts';

/** Outgoing connections: mail, webhooks and web pages. */
export type Outgoing = {
  /** Null when no mail server is configured. */
  mail: Mailer | null;
  webhooks: WebhookSender;
  readPage: PageReader;
  readFile: FileReader;
  /** Base URL of the service, for links in messages. */
  publicUrl(): string;
};

export type ReadPage = {
  /** The URL after redirects. */
  url: string;
  status: number;
  /** Keys are lower case. */
  headers: Record<string, string>;
  html: string;
};

export type ReadFile = Omit<ReadPage, 'html'> & { content: Buffer };
/** Content beyond `maxBytes` is cut off. */
export type ReadFileOptions = { accept: string; maxBytes: number };
export type FileReader = (url: string, options: ReadFileOptions) => Promise<ReadFile>;

/** Throws an error with a message for the user when there is no response. */
export type PageReader = (url: string) => Promise<ReadPage>;

type MailMessage = {
  /** Stays the same when a message is sent again, so mail clients show it once. */
  id: string;
  to: string | string[];
  subject: string;
  text: string;
  html?: string;
  images?: MailImage[];
};

/** Thrown when the mail server permanently refused all recipients of a message. */
export class RecipientsRefused extends Error {}

export type Mailer = {
  /** Returns the recipients that the mail server refused; throws when it refused all of them, or did not accept the message. */
  send(message: MailMessage): Promise<string[]>;
};

type WebhookMessage = { url: string; headers: Record<string, string>; body: string };

export type WebhookSender = {
  /** Whether private network addresses and URLs without TLS are allowed. */
  allowsPrivate: boolean;
  /** Returns the HTTP status; throws when there was no response. */
  post(message: WebhookMessage): Promise<number>;
};
