import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deviceOf } from './device.ts';
import { browserUserAgents } from './user-agents.fixture.ts';

test('recognizes device type, browser and operating system by the user agent', () => {
  for (const { userAgent, deviceType, browser, os } of browserUserAgents) {
    const device = deviceOf(userAgent);
    assert.equal(device.deviceType, deviceType, userAgent);
    if (browser !== undefined) assert.equal(device.browser, browser, userAgent);
    if (os !== undefined) assert.equal(device.os, os, userAgent);
  }
});

test('without a user agent, all fields are null', () => {
  for (const userAgent of [null, '', '   ']) assert.deepEqual(deviceOf(userAgent), { deviceType: null, browser: null, os: null });
});

test('an unknown user agent has the device type other', () => {
  assert.equal(deviceOf('something/1.0').deviceType, 'other');
});

test('parsing any text throws no error and returns no empty names', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (userAgent) => {
      const device = deviceOf(userAgent);
      return device.browser !== '' && device.os !== '';
    }),
  );
});
