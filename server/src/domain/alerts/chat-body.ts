type ChatText = { subject: string; items: string[]; link: { label: string; url: string } };

const teamsHosts = ['.webhook.office.com', '.logic.azure.com', '.powerplatform.com'];

/** Builds the message body for Slack or Microsoft Teams, which accept only their own formats. Returns null for any other URL. */
export function chatBody(url: string, text: ChatText): string | null {
  const { hostname } = new URL(url);
  if (hostname === 'hooks.slack.com') return JSON.stringify({ text: slackText(text) });
  return teamsHosts.some((host) => hostname.endsWith(host)) ? JSON.stringify(teamsMessage(text)) : null;
}

function slackText({ subject, items, link }: ChatText): string {
  const lines = [
    `*${escapeChatText(subject)}*`,
    ...items.map((item) => `• ${escapeChatText(item)}`),
    `<${link.url}|${escapeChatText(link.label)}>`,
  ];
  return lines.join('\n');
}

/** Escapes the three characters that Slack reads as markup. */
function escapeChatText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function teamsMessage({ subject, items, link }: ChatText) {
  const block = (text: string, more: object = {}) => ({ type: 'TextBlock', text: withoutLinks(text), wrap: true, ...more });
  const content = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.4',
    body: [block(subject, { weight: 'Bolder' }), ...items.map((item) => block(item))],
    actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
  };
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] };
}

/** Teams renders Markdown. Names come from public registers and imports, so they must not become links. */
function withoutLinks(text: string): string {
  return text.replaceAll(/[\\[\]]/g, '\\$&');
}
