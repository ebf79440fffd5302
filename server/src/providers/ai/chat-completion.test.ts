import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectIn } from './chat-completion.ts';

const reply = (content: string) => JSON.stringify({ choices: [{ message: { content } }] });

test('the JSON object of a reply is read with or without a code block and blank lines around it', () => {
  for (const content of ['{"value":1}', '```json\n{"value":1}\n```', '\n```\n{"value":1}\n```\n']) {
    assert.deepEqual(objectIn(reply(content)), { value: 1 }, content);
  }
});

test('a reply without JSON has no object', () => {
  for (const body of [reply('I do not know.'), reply(''), '{}']) assert.equal(objectIn(body), null, body);
});
