import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeMail } from './compose-mail.ts';
import { mailTexts } from './mail-texts.ts';

const hostile = 'Acme <script>alert(1)</script> & "Co"\r\nBcc: all@example.com';

test('names in a mail cannot inject markup or headers, and the mail loads no image from a server', () => {
  const { label, ...text } = mailTexts.de.alert(hostile, [hostile]);
  const brand = { name: hostile, color: '#1a73e8', logo: { type: 'image/png', content: Buffer.from('png') } };
  const link = { label, url: 'https://leads.example.com/leads?feed=1&account=2' };
  const mail = composeMail({ language: 'de', brand, ...text, items: [hostile], link });
  assert.doesNotMatch(mail.subject, /[\r\n]/);
  assert.doesNotMatch(mail.html, /<script|src="(?!cid:)/);
  assert.match(mail.html, /border-top:4px solid #1a73e8/);
  assert.match(mail.html, /<html lang="de">/);
  assert.deepEqual(mail.images, [{ id: 'logo', ...brand.logo }]);
  assert.ok(mail.text.includes(link.url) && mail.html.includes('https://leads.example.com/leads?feed=1&#38;account=2'));
});

test('every mail has texts in every language', () => {
  for (const texts of Object.values(mailTexts)) {
    const all = [
      texts.invitation('Ann', 'Acme', 'admin', 7),
      texts.passwordReset(30),
      texts.alert('Pricing', ['Audi']),
      texts.alert('Pricing', ['Audi', 'SAP']),
      texts.digest({ frequency: 'daily', feed: 'Pricing', total: 1, shown: 1, from: '2026-10-01', to: '2026-10-01' }),
      texts.digest({ frequency: 'weekly', feed: 'Pricing', total: 20, shown: 10, from: '2026-09-28', to: '2026-10-04' }),
      texts.webhookDisabled('Pricing', 5),
      texts.mention('Ann', 'Audi', 'Call them'),
    ];
    for (const { subject, paragraphs, label } of all) assert.ok(subject !== '' && paragraphs.length > 0 && label !== '');
  }
  assert.equal(mailTexts.en.facts({ domain: 'audi.com', place: 'Ingolstadt, DE', visits: 1 }), 'audi.com; Ingolstadt, DE; 1 visit');
  assert.equal(mailTexts.de.facts({ domain: null, place: '', visits: 2 }), '2 Besuche');
});
