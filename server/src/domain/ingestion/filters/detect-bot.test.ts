import assert from 'node:assert/strict';
import { test } from 'node:test';
import crawlerUserAgents from 'crawler-user-agents';
import { findSlowRun } from '../../../../../tests/kit/growth.ts';
import { browserUserAgents } from '../../events/user-agents.fixture.ts';
import { aiAgents } from './ai-agents.ts';
import { type BotSigns, detectBot } from './detect-bot.ts';

const noSigns: BotSigns = { isDataCenterNetwork: false, headlessHints: [] };
const chrome = browserUserAgents[0]?.userAgent as string;

test('classifies the user agents of browsers on all devices and in apps as people', () => {
  for (const { userAgent } of browserUserAgents) {
    assert.deepEqual(detectBot(userAgent, noSigns), { class: 'person', name: null }, userAgent);
  }
});

test('a hosting network alone does not make a browser a bot', () => {
  for (const { userAgent } of browserUserAgents) {
    assert.equal(detectBot(userAgent, { ...noSigns, isDataCenterNetwork: true }).class, 'person', userAgent);
  }
});

test('recognizes and names known crawlers by their user agent', () => {
  const named: [string, string][] = [
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot'],
    ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'AhrefsBot'],
    ['curl/8.5.0', 'curl'],
    ['python-requests/2.32.3', 'python-requests'],
  ];
  for (const [userAgent, name] of named) assert.deepEqual(detectBot(userAgent, noSigns), { class: 'bot', name }, userAgent);
});

test('recognizes headless browsers by their user agent', () => {
  const headless = chrome.replace('Chrome/', 'HeadlessChrome/');
  assert.equal(detectBot(headless, noSigns).class, 'bot');
});

test('recognizes nearly all crawlers on the public list', () => {
  const instances = crawlerUserAgents.flatMap(({ instances }) => instances);
  const missed = instances.filter((userAgent) => detectBot(userAgent, noSigns).class === 'person');
  assert.ok(instances.length > 1500);
  assert.ok(missed.length <= 6, missed.join('\n'));
});

test('AI assistants and agents are a separate class', () => {
  const named: [string, string][] = [
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)', 'GPTBot'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot', 'ChatGPT-User'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)', 'ClaudeBot'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)', 'Claude-User'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/bot)', 'PerplexityBot'],
    ['meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)', 'meta-externalagent'],
  ];
  for (const [userAgent, name] of named) assert.deepEqual(detectBot(userAgent, noSigns), { class: 'ai_agent', name }, userAgent);
  for (const name of aiAgents) assert.equal(detectBot(`${name}/1.0`, noSigns).class, 'ai_agent', name);
});

test('a browser counts as a bot only with two different signs', () => {
  assert.equal(detectBot(chrome, { isDataCenterNetwork: false, headlessHints: ['webdriver'] }).class, 'person');
  assert.equal(detectBot(chrome, { isDataCenterNetwork: false, headlessHints: ['webdriver', 'webdriver'] }).class, 'person');
  assert.equal(detectBot(chrome, { isDataCenterNetwork: true, headlessHints: ['webdriver'] }).class, 'bot');
  assert.equal(detectBot(chrome, { isDataCenterNetwork: false, headlessHints: ['webdriver', 'no_screen'] }).class, 'bot');
});

test('a missing or unusual user agent counts as one sign', () => {
  for (const userAgent of [null, '', 'CompanyApp/3.1 (iPhone; iOS 18.5)']) {
    assert.equal(detectBot(userAgent, noSigns).class, 'person', String(userAgent));
    assert.equal(detectBot(userAgent, { ...noSigns, isDataCenterNetwork: true }).class, 'bot', String(userAgent));
  }
});

test('the signs of one event are not cached with the user agent', () => {
  assert.equal(detectBot(chrome, { isDataCenterNetwork: true, headlessHints: ['webdriver'] }).class, 'bot');
  assert.equal(detectBot(chrome, noSigns).class, 'person');
});

test('the time to classify a user agent grows at most about linearly with its length', () => {
  const unit = 'Mozilla/5.0 (Spider ';
  assert.equal(
    findSlowRun(
      (userAgent) => detectBot(userAgent, noSigns),
      (length) => unit.repeat(length / unit.length),
    ),
    null,
  );
});
