/** The languages that users can select. */
export type MailLanguage = 'en' | 'de';

const germanRoles = { owner: 'Inhaber', admin: 'Admin', member: 'Mitglied', viewer: 'Betrachter' };

const germanDigests = {
  daily: { title: 'tägliche Übersicht', object: 'die tägliche Übersicht' },
  weekly: { title: 'wöchentliche Übersicht', object: 'die wöchentliche Übersicht' },
};

type Facts = { domain: string | null; place: string; visits: number };

type BuiltInFeedNames = Record<'all_leads' | 'new_leads' | 'recommended_leads' | 'followed_companies', string>;
type Digest = { frequency: 'daily' | 'weekly'; feed: string; total: number; shown: number; from: string; to: string };

type Texts = {
  invitation(by: string, account: string, role: keyof typeof germanRoles, days: number): Text;
  passwordReset(minutes: number): Text;
  alert(feed: string, names: string[]): Text;
  facts(facts: Facts): string;
  builtInFeeds: BuiltInFeedNames;
  digest(digest: Digest): Text;
  webhookDisabled(feed: string, days: number): Text;
  mention(author: string, company: string, note: string): Text;
};
type Text = { subject: string; paragraphs: string[]; label: string; closing: string[] };

/** The texts of mails, by the language of the recipient. */
export const mailTexts: Record<MailLanguage, Texts> = {
  en: {
    invitation: (by, account, role, days) => ({
      subject: `Join ${account} on Leadlight`,
      paragraphs: [
        `${by} has invited you to join ${account} on Leadlight as ${/^[ao]/.test(role) ? 'an' : 'a'} ${role}.`,
        `The link is valid for ${days} days and only for you.`,
      ],
      label: 'Accept the invitation',
      closing: ['If you did not expect this invitation, you can ignore it.'],
    }),
    passwordReset: (minutes) => ({
      subject: 'Choose a new password for Leadlight',
      paragraphs: [
        'Someone, probably you, requested a new password for your Leadlight account.',
        `The link is valid for ${minutes} minutes and can be used once.`,
      ],
      label: 'Choose a new password',
      closing: ['If you did not request it, ignore this message. Your password will not change.'],
    }),
    alert: (feed, names) => ({
      subject: names.length === 1 ? `${names[0]} is new in ${feed}` : `${names.length} new companies in ${feed}`,
      paragraphs: [`New in the feed "${feed}":`],
      label: 'Open the feed',
      closing: [
        'You get this e-mail because you receive alerts for this feed. To change that, open the feed and select the bell above its leads.',
      ],
    }),
    facts: ({ domain, place, visits }) => factsOf([domain, place, visits === 1 ? '1 visit' : `${visits} visits`]),
    builtInFeeds: {
      all_leads: 'All leads',
      new_leads: 'New leads',
      recommended_leads: 'Recommended leads',
      followed_companies: 'Followed companies',
    },
    digest: ({ frequency, feed, total, shown, from, to }) => ({
      subject: `${total === 1 ? '1 company' : `${total} companies`} in ${feed}: ${frequency} digest`,
      paragraphs: [
        `${total === 1 ? '1 company' : `${total} companies`} in the feed "${feed}" visited your website (${daysIn('en', from, to)}).`,
        ...(shown < total ? [`The ${shown} with the highest quality:`] : []),
      ],
      label: 'Open the feed',
      closing: [
        `You get this e-mail because you asked for a ${frequency} digest of this feed. To change that, open the feed and select the bell above its leads.`,
      ],
    }),
    webhookDisabled: (feed, days) => ({
      subject: `The webhook of ${feed} has been disabled`,
      paragraphs: [
        `The webhook of your feed "${feed}" has been disabled: it failed for ${days} days or responded that it is gone (410).`,
        'To enable it again, open the feed and select the bell above its leads.',
      ],
      label: 'Open the feed',
      closing: [],
    }),
    mention: (author, company, note) => ({
      subject: `${author} mentioned you on ${company}`,
      paragraphs: [`${author} wrote about ${company}:`, note],
      label: 'Open the company',
      closing: [],
    }),
  },
  de: {
    invitation: (by, account, role, days) => ({
      subject: `Einladung zu ${account} auf Leadlight`,
      paragraphs: [
        `${by} lädt Sie als ${germanRoles[role]} zu ${account} auf Leadlight ein.`,
        `Der Link gilt ${days} Tage und nur für Sie.`,
      ],
      label: 'Einladung annehmen',
      closing: ['Wenn Sie diese Einladung nicht erwartet haben, können Sie sie ignorieren.'],
    }),
    passwordReset: (minutes) => ({
      subject: 'Neues Passwort für Leadlight wählen',
      paragraphs: [
        'Jemand, wahrscheinlich Sie, hat ein neues Passwort für Ihren Leadlight-Zugang angefordert.',
        `Der Link funktioniert einmal, innerhalb von ${minutes} Minuten.`,
      ],
      label: 'Neues Passwort wählen',
      closing: ['Wenn Sie es nicht angefordert haben, ignorieren Sie diese Nachricht. Ihr Passwort ändert sich nicht.'],
    }),
    alert: (feed, names) => ({
      subject: names.length === 1 ? `${names[0]} ist neu in ${feed}` : `${names.length} neue Unternehmen in ${feed}`,
      paragraphs: [`Neu im Feed „${feed}“:`],
      label: 'Feed öffnen',
      closing: [
        'Sie erhalten diese E-Mail, weil Sie Benachrichtigungen für diesen Feed bekommen. Um das zu ändern, öffnen Sie den Feed und wählen Sie die Glocke über seinen Leads.',
      ],
    }),
    facts: ({ domain, place, visits }) => factsOf([domain, place, visits === 1 ? '1 Besuch' : `${visits} Besuche`]),
    builtInFeeds: {
      all_leads: 'Alle Leads',
      new_leads: 'Neue Leads',
      recommended_leads: 'Empfohlene Leads',
      followed_companies: 'Beobachtete Leads',
    },
    digest: ({ frequency, feed, total, shown, from, to }) => ({
      subject: `${total} Unternehmen in ${feed}: ${germanDigests[frequency].title}`,
      paragraphs: [
        `${total} Unternehmen im Feed „${feed}“ ${total === 1 ? 'hat' : 'haben'} Ihre Website besucht (${daysIn('de', from, to)}).`,
        ...(shown < total ? [`Die ${shown} mit der höchsten Qualität:`] : []),
      ],
      label: 'Feed öffnen',
      closing: [
        `Sie erhalten diese E-Mail, weil Sie ${germanDigests[frequency].object} dieses Feeds abonniert haben. Um das zu ändern, öffnen Sie den Feed und wählen Sie die Glocke über seinen Leads.`,
      ],
    }),
    webhookDisabled: (feed, days) => ({
      subject: `Der Webhook von ${feed} wurde abgeschaltet`,
      paragraphs: [
        `Der Webhook Ihres Feeds „${feed}“ wurde abgeschaltet: Er ist ${days} Tage lang fehlgeschlagen oder hat geantwortet, dass es ihn nicht mehr gibt (410).`,
        'Um ihn wieder einzuschalten, öffnen Sie den Feed und wählen Sie die Glocke über seinen Leads.',
      ],
      label: 'Feed öffnen',
      closing: [],
    }),
    mention: (author, company, note) => ({
      subject: `${author} hat Sie bei ${company} erwähnt`,
      paragraphs: [`${author} schreibt zu ${company}:`, note],
      label: 'Unternehmen öffnen',
      closing: [],
    }),
  },
};

function daysIn(language: MailLanguage, from: string, to: string): string {
  const locale = language === 'de' ? 'de-DE' : 'en-GB';
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(new Date(from), new Date(to));
}

function factsOf(facts: (string | null)[]): string {
  return facts.filter((fact) => fact !== null && fact !== '').join('; ');
}
