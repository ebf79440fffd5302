import { escapeHtml } from '../../lib/escape-html.ts';
import type { MailBrand } from './mail-brand.ts';
import type { MailLanguage } from './mail-texts.ts';

/** Images that the HTML refers to as `cid:ID`. */
export type MailImage = { id: string; type: string; content: Buffer };
type ComposedMail = { subject: string; text: string; html: string; images?: MailImage[] };

type MailContent = {
  language: MailLanguage;
  brand: MailBrand;
  subject: string;
  /** Paragraphs before the link. */
  paragraphs: string[];
  items?: string[];
  link?: { label: string; url: string };
  /** Paragraphs after the link. */
  closing?: string[];
};

/** The accent color of the web application. */
const defaultColor = '#5746d6';
const cellStyle = 'font:15px/1.55 system-ui,-apple-system,Segoe UI,sans-serif;color:#1b1a1f';

/**
 * Composes a message as plain text and as HTML in the product's design. All content is escaped, because names come from users and visitors.
 * No image is loaded from a server, so opening a mail cannot be tracked.
 */
export function composeMail(content: MailContent): ComposedMail {
  const { brand } = content;
  return {
    // A name with line breaks must not inject mail headers.
    subject: content.subject.replaceAll(/\s+/g, ' '),
    text: textOf(content),
    html: htmlOf(content),
    ...(brand.logo && { images: [{ id: 'logo', ...brand.logo }] }),
  };
}

function textOf({ paragraphs, items = [], link, closing = [] }: MailContent): string {
  const lines = [paragraphs.join('\n\n')];
  if (items.length > 0) lines.push('', ...items.map((item) => `- ${item}`));
  if (link) lines.push('', `${link.label}:`, link.url);
  if (closing.length > 0) lines.push('', closing.join('\n\n'));
  return `${lines.join('\n')}\n`;
}

function htmlOf({ language, brand, subject, paragraphs, items = [], link, closing = [] }: MailContent): string {
  const color = brand.color ?? defaultColor;
  const brandHtml = brand.logo
    ? `<img src="cid:logo" alt="${escapeHtml(brand.name)}" height="36" style="max-width:180px;height:36px;object-fit:contain">`
    : `<strong style="font-size:17px">${escapeHtml(brand.name)}</strong>`;
  const list =
    items.length === 0 ? '' : `<ul style="padding-left:20px">${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
  // The button does not use the brand color, because white text is not readable on every color.
  const button = link
    ? `<p style="margin:22px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:${brand.color === null ? defaultColor : '#1b1a1f'};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p><p style="font-size:13px;color:#55535d;word-break:break-all">${escapeHtml(link.url)}</p>`
    : '';
  const closingHtml = closing.map((paragraph) => `<p style="font-size:13px;color:#55535d">${escapeHtml(paragraph)}</p>`).join('');
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#f6f5f9"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px;border-top:4px solid ${escapeHtml(color)}"><tr><td style="padding:22px 28px 0;${cellStyle}">${brandHtml}</td></tr><tr><td style="padding:6px 28px 24px;${cellStyle}">${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`).join('')}${list}${button}${closingHtml}</td></tr></table></td></tr></table></body></html>`;
}
