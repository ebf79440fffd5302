import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionedUsers, nameMentions } from './mentioned-users.ts';

const members = [
  { id: '1', email: 'ada@acme.example' },
  { id: '2', email: 'bob.smith@acme.example' },
  { id: '3', email: 'eve@acme.example' },
  { id: '4', email: 'eve@other.example' },
];

test('users are mentioned by their e-mail address or its local part', () => {
  assert.deepEqual(mentionedUsers('@ada, please call. (@Bob.Smith.)', members), ['1', '2']);
  assert.deepEqual(mentionedUsers('@eve@other.example and @ada and again @ada', members), ['4', '1']);
});

test('an ambiguous name, an e-mail address and an unknown name mention nobody', () => {
  assert.deepEqual(mentionedUsers('@eve, write to ada@acme.example or info@ada or @nobody', members), []);
});

test('mentions are replaced with the names of the users', () => {
  const nameOf = ({ id }: { id: string }) => `User ${id}`;
  const note = 'Call them, @ada or @Bob.Smith@acme.example. Not @eve, not info@ada.';
  assert.equal(nameMentions(note, members, nameOf), 'Call them, @User 1 or @User 2. Not @eve, not info@ada.');
});
