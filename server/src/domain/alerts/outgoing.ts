/** How the service speaks to the outside of its own accord. */
export type Outgoing = {
  /** Null where the operator has set no mail server. */
  mail: Mailer | null;
  webhooks: WebhookSender;
  readPage: PageReader;
  /** The address of the service, for links in what is sent. */
  publicUrl(): string;
};

export type ReadPage = {
  /** Where the redirections ended. */
  url: string;
  status: number;
  /** By names in small letters. */
  headers: Record<string, string>;
  html: string;
};

/** Throws an error for the user who entered the page if there is no response. */
export type PageReader = (url: string) => Promise<ReadPage>;

type MailMessage = {
  /** The same for a message that is sent once more, so that mail programs show it once. */
  id: string;
  to: string | string[];
  subject: string;
  text: string;
};

export type Mailer = {
  /** Answers the addresses that the mail server refused while it took others; throws when it took none. */
  send(message: MailMessage): Promise<string[]>;
};

type WebhookMessage = { url: string; headers: Record<string, string>; body: string };

export type WebhookSender = {
  /** Whether addresses inside the operator's own network, and addresses without TLS, may be called. */
  allowsPrivate: boolean;
  /** Answers the status; throws when there was none. */
  post(message: WebhookMessage): Promise<number>;
};
