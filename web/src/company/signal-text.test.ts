import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { loadTexts } from '../texts/language.ts';
import { signalText } from './signal-text.ts';

after(() => loadTexts('en'));

const english = { title: 'English title', summary: 'English summary' };

test('signals derived from visits are in the language of the reader, with its number format; news items are unchanged', async () => {
  await loadTexts('de');
  assert.deepEqual(
    [
      { ...english, intent: { kind: 'first_visit' } as const },
      { ...english, intent: { kind: 'return', days: 1200 } as const },
      { ...english, intent: { kind: 'surge', visits: 7, usual: 1.5 } as const },
      { ...english, intent: { kind: 'goal', name: 'Viewed pricing' } as const },
      { ...english, intent: null },
    ].map((signal) => Object.values(signalText(signal)).join(': ')),
    [
      'Erster Besuch: Das Unternehmen war zum ersten Mal auf der Website.',
      'Rückkehr nach einer Pause: Das Unternehmen kam nach 1.200 Tagen ohne Besuch zurück.',
      'Viel mehr Besuche als sonst: 7 Besuche in einer Woche; üblich sind 1,5.',
      'Ziel erreicht: Das Ziel „Viewed pricing“ wurde erreicht.',
      'English title: English summary',
    ],
  );
});
