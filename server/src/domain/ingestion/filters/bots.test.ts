import assert from 'node:assert/strict';
import { test } from 'node:test';
import crawlerUserAgents from 'crawler-user-agents';
import { userAgentsOfPeople } from '../../events/user-agents.fixture.ts';
import { aiAgents } from '../../visits/tables/ai-agents.ts';
import { type BotSigns, classifySender } from './bots.ts';

const noSigns: BotSigns = { dataCentreNetwork: false, headlessHints: [] };
const chrome = userAgentsOfPeople[0]?.userAgent as string;

test('people are people, whatever device or app they browse with', () => {
  for (const { userAgent } of userAgentsOfPeople) {
    assert.deepEqual(classifySender(userAgent, noSigns), { class: 'person', name: null }, userAgent);
  }
});

test('people behind a hosting network stay people', () => {
  for (const { userAgent } of userAgentsOfPeople) {
    assert.equal(classifySender(userAgent, { ...noSigns, dataCentreNetwork: true }).class, 'person', userAgent);
  }
});

test('known crawlers are bots by their user agent alone, and are named', () => {
  const named: [string, string][] = [
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot'],
    ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'AhrefsBot'],
    ['curl/8.5.0', 'curl'],
    ['python-requests/2.32.3', 'python-requests'],
  ];
  for (const [userAgent, name] of named) assert.deepEqual(classifySender(userAgent, noSigns), { class: 'bot', name }, userAgent);
});

test('headless browsers are recognised by their user agent', () => {
  const headless = chrome.replace('Chrome/', 'HeadlessChrome/');
  assert.equal(classifySender(headless, noSigns).class, 'bot');
});

test('nearly everything on the public list is recognised as a bot', () => {
  const instances = crawlerUserAgents.flatMap(({ instances }) => instances);
  const missed = instances.filter((userAgent) => classifySender(userAgent, noSigns).class === 'person');
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
  for (const [userAgent, name] of named) assert.deepEqual(classifySender(userAgent, noSigns), { class: 'ai_agent', name }, userAgent);
  for (const name of aiAgents) assert.equal(classifySender(`${name}/1.0`, noSigns).class, 'ai_agent', name);
});

test('a person is called a bot only on two different signs', () => {
  assert.equal(classifySender(chrome, { dataCentreNetwork: false, headlessHints: ['webdriver'] }).class, 'person');
  assert.equal(classifySender(chrome, { dataCentreNetwork: false, headlessHints: ['webdriver', 'webdriver'] }).class, 'person');
  assert.equal(classifySender(chrome, { dataCentreNetwork: true, headlessHints: ['webdriver'] }).class, 'bot');
  assert.equal(classifySender(chrome, { dataCentreNetwork: false, headlessHints: ['webdriver', 'no_screen'] }).class, 'bot');
});

test('a missing or odd user agent is one sign', () => {
  for (const userAgent of [null, '', 'CompanyApp/3.1 (iPhone; iOS 18.5)']) {
    assert.equal(classifySender(userAgent, noSigns).class, 'person', String(userAgent));
    assert.equal(classifySender(userAgent, { ...noSigns, dataCentreNetwork: true }).class, 'bot', String(userAgent));
  }
});

test('the signs of one event do not stick to the user agent', () => {
  assert.equal(classifySender(chrome, { dataCentreNetwork: true, headlessHints: ['webdriver'] }).class, 'bot');
  assert.equal(classifySender(chrome, noSigns).class, 'person');
});

test('a user agent of any length is read in bounded time', () => {
  const long = 'Mozilla/5.0 (Spider '.repeat(50_000);
  const startedAt = performance.now();
  for (let round = 0; round < 20; round++) classifySender(long, noSigns);
  assert.ok(performance.now() - startedAt < 5000);
});
