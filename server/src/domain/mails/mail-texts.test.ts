import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codes as german } from '../../../../web/src/texts/de/codes.ts';
import { codes as english } from '../../../../web/src/texts/en/codes.ts';
import { builtInFeeds } from '../feeds/feed.ts';
import { roles } from '../users/roles.ts';
import { mailTexts } from './mail-texts.ts';

test('mails name roles and built-in feeds as the web application does', () => {
  const shown = { en: english, de: german };
  for (const language of ['en', 'de'] as const) {
    const texts = shown[language];
    for (const { id } of builtInFeeds) assert.equal(mailTexts[language].builtInFeeds[id], texts[`builtInFeed.${id}`]);
    for (const role of roles) {
      const [text = ''] = mailTexts[language].invitation('Dana', 'Acme', role, 7).paragraphs;
      // In English, the role is lower case within a sentence.
      const name = language === 'en' ? texts[`role.${role}`].toLowerCase() : texts[`role.${role}`];
      assert.ok(text.split(/[ .]/).includes(name), `${text} names the role ${name}`);
      if (language === 'en') assert.match(text, / as (a [^aeiou]|an [aeiou])/);
    }
  }
});
