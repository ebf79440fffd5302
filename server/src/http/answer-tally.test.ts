import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerTally } from './answer-tally.ts';

test('answers are counted by route, method and status, and their times by route', () => {
  const tally = new AnswerTally();
  tally.note('/collect', 'POST', 204, 0.004);
  tally.note('/collect', 'POST', 204, 0.03);
  tally.note('/collect', 'POST', 400, 20);
  tally.note('/v1/leads', 'GET', 200, 0.005);
  const lines = tally.text().split('\n');
  for (const line of [
    '# TYPE leadlight_http_requests_total counter',
    'leadlight_http_requests_total{route="/collect",method="POST",status="204"} 2',
    'leadlight_http_requests_total{route="/collect",method="POST",status="400"} 1',
    'leadlight_http_requests_total{route="/v1/leads",method="GET",status="200"} 1',
    '# TYPE leadlight_http_request_seconds histogram',
    'leadlight_http_request_seconds_bucket{le="0.005",route="/collect"} 1',
    'leadlight_http_request_seconds_bucket{le="0.025",route="/collect"} 1',
    'leadlight_http_request_seconds_bucket{le="0.05",route="/collect"} 2',
    'leadlight_http_request_seconds_bucket{le="10",route="/collect"} 2',
    'leadlight_http_request_seconds_bucket{le="+Inf",route="/collect"} 3',
    'leadlight_http_request_seconds_count{route="/collect"} 3',
    'leadlight_http_request_seconds_bucket{le="0.005",route="/v1/leads"} 1',
  ]) {
    assert.ok(lines.includes(line), line);
  }
});
