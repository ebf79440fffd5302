import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatBody } from './chat-body.ts';

const link = { label: 'Open the feed', url: 'https://leads.example/leads?feed=1&account=2' };
const text = { subject: 'A & B <new> is new in Pricing', items: ['A & B <new> (Ulm, 2 visits)'], link };

test('the URL of a Slack webhook gets a text with escaped markup', () => {
  assert.deepEqual(JSON.parse(chatBody('https://hooks.slack.com/services/T0/B0/x', text) ?? ''), {
    text: `*A &amp; B &lt;new&gt; is new in Pricing*\n• A &amp; B &lt;new&gt; (Ulm, 2 visits)\n<${link.url}|Open the feed>`,
  });
});

test('the URL of a Teams connector or workflow gets an adaptive card', () => {
  for (const host of ['firm.webhook.office.com', 'prod-1.westeurope.logic.azure.com', 'x.environment.api.powerplatform.com']) {
    const { type, attachments } = JSON.parse(chatBody(`https://${host}/hook`, text) ?? '');
    assert.equal(type, 'message');
    const [{ contentType, content }] = attachments;
    assert.equal(contentType, 'application/vnd.microsoft.card.adaptive');
    assert.deepEqual(
      content.body.map((block: { text: string }) => block.text),
      [text.subject, ...text.items],
    );
    assert.deepEqual(content.actions, [{ type: 'Action.OpenUrl', title: link.label, url: link.url }]);
  }
});

test('a name cannot add a link to a message for Teams', () => {
  const named = { ...text, items: ['[Sign in](https://evil.example) (Ulm)'] };
  const [{ content }] = JSON.parse(chatBody('https://firm.webhook.office.com/hook', named) ?? '').attachments;
  assert.equal(content.body[1].text, '\\[Sign in\\](https://evil.example) (Ulm)');
});

test('a URL on another host gets no chat message', () => {
  for (const url of ['https://example.com/hooks.slack.com', 'https://hooks.slack.com.example/', 'https://logic.azure.com.example/'])
    assert.equal(chatBody(url, text), null, url);
});
