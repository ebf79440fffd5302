import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { clickIds } from '../events/click-ids.ts';
import { aiAssistants } from './tables/ai-assistants.ts';
import { mailServices } from './tables/mail-services.ts';
import { searchEngines } from './tables/search-engines.ts';
import { socialNetworks } from './tables/social-networks.ts';
import { trafficSource } from './traffic-source.ts';

function from(pathAndQuery: string, referrer: string | null = null, ownHostnames: string[] = []) {
  return trafficSource({ url: `https://www.example.com${pathAndQuery}`, referrer, ownHostnames });
}

function sourceAndMedium(pathAndQuery: string, referrer: string | null = null, ownHostnames: string[] = []): string {
  const { source, medium } = from(pathAndQuery, referrer, ownHostnames);
  return `${source} / ${medium}`;
}

describe('UTM parameters come first', () => {
  test('all of them are read with their case, and take precedence over click ids and the referrer', () => {
    assert.deepEqual(
      from('/?utm_source=News&utm_medium=email&utm_campaign=Spring%20Sale&utm_term=red+shoes&gclid=1', 'https://www.bing.com/'),
      { source: 'News', medium: 'email', campaign: 'Spring Sale', keyword: 'red shoes', referringUrl: 'https://www.bing.com/' },
    );
  });

  test('missing values are taken from the click id', () => {
    assert.equal(sourceAndMedium('/?utm_campaign=a&gclid=1'), 'google / cpc');
    assert.equal(sourceAndMedium('/?utm_source=adwords&gclid=1'), 'adwords / cpc');
  });

  test('missing values are taken from the referrer, if it matches the source', () => {
    assert.equal(sourceAndMedium('/?utm_campaign=a', 'https://www.linkedin.com/feed/'), 'linkedin / social');
    assert.equal(sourceAndMedium('/?utm_source=LinkedIn', 'https://www.linkedin.com/feed/'), 'LinkedIn / social');
    assert.equal(sourceAndMedium('/?utm_source=news', 'https://www.linkedin.com/feed/'), 'news / null');
  });

  test('a missing medium is that of the site that the source names', () => {
    for (const referrer of [null, 'https://chatgpt.com/', 'https://mail.example.org/'])
      assert.equal(sourceAndMedium('/?utm_source=chatgpt.com', referrer), 'chatgpt.com / ai_assistant', String(referrer));
    assert.equal(sourceAndMedium('/?utm_source=LinkedIn.com&utm_medium=cpc'), 'LinkedIn.com / cpc');
    assert.equal(sourceAndMedium('/?utm_source=news.example.org', 'https://news.example.org/'), 'news.example.org / referral');
    for (const source of ['partner.example.org', 'chatgpt', 'to+chatgpt.com']) {
      const medium = sourceAndMedium(`/?utm_source=${source}`).split(' / ').at(-1);
      assert.equal(medium, 'null', source);
    }
  });

  test('empty parameters are ignored, and control characters are replaced by spaces', () => {
    assert.equal(sourceAndMedium('/?utm_source=&utm_medium=%20', 'https://www.bing.com/'), 'bing / organic');
    assert.equal(from('/?utm_campaign=a%00b').campaign, 'a b');
  });
});

describe('click ids come second', () => {
  test('each click id determines source and medium, and takes precedence over the referrer', () => {
    for (const { parameter, source, medium } of clickIds) {
      assert.equal(sourceAndMedium(`/?${parameter}=abc`, 'https://blog.example.org/'), `${source} / ${medium}`, parameter);
    }
  });

  test('case is ignored, and of several click ids the first in the table wins', () => {
    assert.equal(sourceAndMedium('/?ScCid=abc'), 'snapchat / paid_social');
    assert.equal(sourceAndMedium('/?fbclid=1&gclid=2'), 'google / cpc');
  });

  test('if several networks share a click id, the referrer determines the network', () => {
    assert.equal(sourceAndMedium('/?fbclid=1', 'https://l.instagram.com/'), 'instagram / social');
    assert.equal(sourceAndMedium('/?fbclid=1', 'https://m.facebook.com/'), 'facebook / social');
    assert.equal(sourceAndMedium('/?fbclid=1', 'https://t.co/'), 'facebook / social');
  });

  test('the search phrase is taken from a referrer of the same search engine only', () => {
    assert.equal(from('/?msclkid=1', 'https://www.bing.com/search?q=crm').keyword, 'crm');
    assert.equal(from('/?msclkid=1', 'https://www.ecosia.org/search?q=crm').keyword, null);
  });
});

describe('the class of the referrer comes third', () => {
  const cases: [string, string, string | null][] = [
    ['https://www.google.com/', 'google / organic', null],
    ['https://www.google.co.uk/search?q=lead+generation', 'google / organic', 'lead generation'],
    ['https://google.com.br/url?q=', 'google / organic', null],
    ['https://de.search.yahoo.com/search?p=crm', 'yahoo / organic', 'crm'],
    ['https://yandex.com.tr/search/?text=%D1%81%D1%80%D0%BC', 'yandex / organic', 'срм'],
    ['https://www.baidu.com/s?wd=crm', 'baidu / organic', 'crm'],
    ['android-app://com.google.android.googlequicksearchbox/', 'google / organic', null],
    ['https://mail.google.com/mail/u/0/', 'gmail / email', null],
    ['android-app://com.google.android.gm/', 'gmail / email', null],
    ['https://eur01.safelinks.protection.outlook.com/?url=x', 'outlook / email', null],
    ['https://webmail.some-company.de/', 'webmail.some-company.de / email', null],
    ['https://gemini.google.com/app', 'gemini / ai_assistant', null],
    ['https://chatgpt.com/', 'chatgpt / ai_assistant', null],
    ['https://www.perplexity.ai/search/abc', 'perplexity / ai_assistant', null],
    ['https://claude.ai/', 'claude / ai_assistant', null],
    ['https://copilot.microsoft.com/', 'copilot / ai_assistant', null],
    ['https://blog.naver.com/someone', 'blog.naver.com / referral', null],
    ['https://docs.google.com/document/d/1', 'docs.google.com / referral', null],
    ['https://lm.facebook.com/l.php?u=x', 'facebook / social', null],
    ['https://t.co/abc', 'twitter / social', null],
    ['https://x.com/abc', 'twitter / social', null],
    ['https://max.com/', 'max.com / referral', null],
    ['android-app://com.linkedin.android/', 'linkedin / social', null],
    ['android-app://com.unknown.app/https/site.test/', 'com.unknown.app / referral', null],
    ['https://www.partner.org/links?q=crm', 'partner.org / referral', null],
    ['https://google.evil.example/', 'google.evil.example / referral', null],
    ['http://192.0.2.7/', '192.0.2.7 / referral', null],
  ];
  for (const [referrer, expected, keyword] of cases) {
    test(`${referrer} is ${expected}`, () => {
      assert.equal(sourceAndMedium('/', referrer), expected);
      assert.equal(from('/', referrer).keyword, keyword);
      assert.equal(from('/', referrer).referringUrl, referrer);
    });
  }

  test('every host in the tables is recognized as a hostname and as an app', () => {
    const tables = { organic: searchEngines, social: socialNetworks, email: mailServices, ai_assistant: aiAssistants };
    for (const [medium, rows] of Object.entries(tables)) {
      for (const { source, hosts } of rows) {
        for (const host of hosts) {
          assert.equal(sourceAndMedium('/', `https://${host}/`), `${source} / ${medium}`, host);
          assert.equal(sourceAndMedium('/', `android-app://${host}/`), `${source} / ${medium}`, host);
        }
      }
    }
  });
});

describe('otherwise the visit is direct', () => {
  const direct = { source: '(direct)', medium: '(none)', campaign: null, keyword: null, referringUrl: null };

  test('without a referrer, or with an invalid one', () => {
    for (const referrer of [
      null,
      '',
      'nonsense',
      'https://',
      'about:blank',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'android-app://',
    ]) {
      assert.deepEqual(from('/', referrer), direct, String(referrer));
    }
  });

  test('with a referrer of the same site or account', () => {
    assert.deepEqual(from('/', 'https://www.example.com/before'), direct);
    assert.deepEqual(from('/', 'https://shop.example.com/'), direct);
    assert.deepEqual(from('/', 'https://shop.example.net/', ['www.example.net']), direct);
    assert.deepEqual(from('/', 'https://mail.example.com/'), direct);
    assert.equal(sourceAndMedium('/', 'https://notexample.net/', ['example.net']), 'notexample.net / referral');
    assert.equal(sourceAndMedium('/', 'https://other.test/', ['']), 'other.test / referral');
  });

  test('but not with the site of another customer of the same hosting platform as referrer', () => {
    const found = trafficSource({ url: 'https://one.github.io/', referrer: 'https://two.github.io/', ownHostnames: [] });
    assert.equal(found.medium, 'referral');
  });

  test('hostnames without a registrable domain belong to the same site only if they are equal', () => {
    const on = (referrer: string) => trafficSource({ url: 'http://localhost:8080/', referrer, ownHostnames: [] }).medium;
    assert.equal(on('http://localhost:3000/'), '(none)');
    assert.equal(on('http://intranet/'), 'referral');
  });

  test('a missing or invalid page URL does not prevent the use of the referrer', () => {
    assert.equal(trafficSource({ url: null, referrer: 'https://www.bing.com/', ownHostnames: [] }).source, 'bing');
    assert.equal(trafficSource({ url: '%%%', referrer: null, ownHostnames: [] }).source, '(direct)');
  });
});

test('trafficSource never throws, and returns no empty strings', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true }), fc.constant(null));
  const property = fc.property(text, text, fc.array(fc.string(), { maxLength: 2 }), (url, referrer, ownHostnames) => {
    assert.ok(Object.values(trafficSource({ url, referrer, ownHostnames })).every((value) => value !== ''));
  });
  fc.assert(property, { numRuns: 500 });
});

describe('the tables', () => {
  const tables = { searchEngines, socialNetworks, mailServices, aiAssistants };

  test('have at least the required number of rows', () => {
    assert.ok(searchEngines.length >= 60);
    assert.ok(socialNetworks.length >= 60);
    assert.ok(aiAssistants.length >= 20);
    assert.ok(mailServices.length >= 20);
  });

  test('contain no duplicate source, host or click id, and hosts and click ids are in lower case', () => {
    for (const [name, rows] of Object.entries(tables)) {
      assert.equal(new Set(rows.map(({ source }) => source)).size, rows.length, name);
    }
    const hosts = Object.values(tables).flatMap((rows) => rows.flatMap((row) => [...row.hosts]));
    assert.deepEqual(
      hosts.filter((host, index) => hosts.indexOf(host) !== index),
      [],
    );
    assert.deepEqual(
      hosts.filter((host) => !/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(host)),
      [],
    );
    assert.equal(new Set(clickIds.map(({ parameter }) => parameter)).size, clickIds.length);
    assert.ok(clickIds.every(({ parameter }) => parameter === parameter.toLowerCase()));
  });
});
