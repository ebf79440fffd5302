import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordStore } from './record-store.ts';

test('each distinct record is stored once, however many there are', () => {
  const store = new RecordStore();
  const record = (index: number) => Buffer.from(`DERecord ${index}`);
  const positions = Array.from({ length: 200_000 }, (_, index) => store.add(record(index)));
  assert.equal(new Set(positions).size, positions.length);
  assert.ok(positions.every((position, index) => store.add(record(index)) === position));
  assert.equal(store.count, positions.length);
  assert.ok(positions.every((position, index) => store.get(position).equals(record(index))));
});

test('records stay readable when no more are added', () => {
  const store = new RecordStore();
  const position = store.add(Buffer.from('DEAcme'));
  store.finish();
  assert.equal(store.get(position).toString(), 'DEAcme');
});
