import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from './answer-from-facts.ts';
import type { AiFieldType, CompanyFacts } from './field-provider.ts';

const facts: CompanyFacts = {
  name: 'Audi',
  domain: 'audi.com',
  description: null,
  industries: ['Car manufacturing'],
  keywords: ['cars'],
  country: 'Germany',
  city: 'Ingolstadt',
  employeeCount: 90_000,
  employeeRange: '10.000+',
  revenue: 65e9,
  foundedYear: 1909,
  customerOrientation: 'both',
  visits: 3,
  pageViews: 12,
  lastVisitDate: '2026-10-10',
  visitedPages: ['/pricing', '/'],
};
const nothing: CompanyFacts = {
  ...facts,
  industries: [],
  keywords: [],
  country: null,
  city: null,
  employeeCount: null,
  employeeRange: null,
  revenue: null,
  foundedYear: null,
  customerOrientation: null,
  visits: 0,
  pageViews: 0,
  lastVisitDate: null,
  visitedPages: [],
};
const ask = (type: AiFieldType, prompt: string, company = facts) => answer({ fieldName: 'Field', type, prompt, company });

test('a question about a number is answered if the number is known, otherwise the answer is null', () => {
  assert.equal(ask('ai_number', 'How many employees?'), 90_000);
  assert.equal(ask('ai_number', 'What is the yearly revenue?'), 65e9);
  assert.equal(ask('ai_number', 'In which year was it founded?'), 1909);
  assert.equal(ask('ai_number', 'How many page views?'), 12);
  assert.equal(ask('ai_number', 'How many visits?'), 3);
  assert.equal(ask('ai_number', 'How many employees?', nothing), null);
  assert.equal(ask('ai_number', 'How many trees does it own?'), null);
  assert.equal(ask('ai_number', 'What is its age in years?'), null);
});

test('a yes-or-no question is answered if a fact decides it, otherwise the answer is null', () => {
  assert.equal(ask('ai_boolean', 'Has the company visited us?'), true);
  assert.equal(ask('ai_boolean', 'Has the company visited us?', nothing), false);
  assert.equal(ask('ai_boolean', 'Is it B2B?'), true);
  assert.equal(ask('ai_boolean', 'Is it B2B?', nothing), null);
  assert.equal(ask('ai_boolean', 'Is it in Germany?'), true);
  assert.equal(ask('ai_boolean', 'Does it use robots?'), null);
});

test('the answer addresses the question or, if no topic is found, describes the company; without facts it is null', () => {
  assert.equal(ask('ai_text', 'Which industry?'), 'Car manufacturing');
  assert.equal(ask('ai_text', 'Which pages were they interested in?'), '/pricing, /');
  assert.equal(ask('ai_text', 'When was the last visit?'), '2026-10-10');
  assert.equal(ask('ai_text', 'How many visits?'), '3 visits');
  assert.equal(ask('ai_text', 'How many visits?', { ...facts, visits: 1 }), '1 visit');
  assert.match(
    String(ask('ai_text', 'Say hello')),
    /^Audi is a company in car manufacturing, based in Ingolstadt, Germany, with 10.000\+ employees\./,
  );
  assert.equal(ask('ai_text', 'Which industry?', nothing), null);
  assert.equal(ask('ai_text', 'Say hello', nothing), null);
});
