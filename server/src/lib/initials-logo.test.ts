import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawInitialsLogo, initialsLogoPath } from './initials-logo.ts';

test('the path contains the initials and a color, the same for the same name', () => {
  assert.match(initialsLogoPath('Deutsche Bahn AG'), /^\/logos\/DB-\d\.svg$/);
  assert.match(initialsLogoPath('3M'), /^\/logos\/3-\d\.svg$/);
  assert.match(initialsLogoPath('"<&>"'), /^\/logos\/0-\d\.svg$/);
  assert.match(decodeURIComponent(initialsLogoPath('ßeta Эльбрус')), /^\/logos\/SS-\d\.svg$/);
  assert.equal(initialsLogoPath('Audi'), initialsLogoPath('Audi'));
});

test('generated paths can be drawn, and invalid ones cannot', () => {
  for (const name of ['Audi', 'Řeka Ltd', '中国 移动', 'ǆungla', 'ǰ', '@', '𝒜 ℬ']) {
    const fileName = decodeURIComponent(initialsLogoPath(name)).slice('/logos/'.length);
    assert.match(drawInitialsLogo(fileName) ?? '', /^<svg .*<\/svg>\n$/s, name);
  }
  for (const fileName of ['', 'AB.svg', 'ABC-1.svg', '<x-1.svg', 'AB-1.png', '../AB-1.svg', 'AB-10.svg', '&-1.svg']) {
    assert.equal(drawInitialsLogo(fileName), null, fileName);
  }
});
