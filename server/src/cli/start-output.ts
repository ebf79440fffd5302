import { styleText } from 'node:util';
import type { Logger } from 'pino';
import { firstOf } from '../lib/first-of.ts';

/** Output while the service starts: the steps, then where it runs and how to sign in. */
type StartOutput = {
  /** Starts a step and ends the previous one. The part after a colon is a detail of the same step. */
  step(message: string): void;
  /** Shows the progress of a step, from 0 to 1. */
  progress(message: string, share: number): void;
  ready(started: Started): void;
  /** Clears the line of the current step, before other output is written. */
  endLine(): void;
};

export type Started = {
  url: string;
  metricsUrl: string | null;
  /** The URL contains a secret. The file contains the URL. */
  setup: { url: string; file: string } | null;
  demo: { accountId: string; email: string; password: string; key: string; token: string; file: string } | null;
};

type Stream = { write(text: string): unknown; isTTY?: boolean; columns?: number };

export type OutputOptions = { format: 'auto' | 'json' | 'human'; log: Logger; stdout: Stream; stderr: Stream; now(): number };

export function startOutput(options: OutputOptions): StartOutput {
  if (options.format === 'json') return jsonOutput(options.log);
  return options.stderr.isTTY ? terminalOutput(options) : plainOutput(options);
}

/** For log collectors: every line is JSON, and secrets are replaced by the names of their files. */
function jsonOutput(log: Logger): StartOutput {
  const begin = onceEach((message) => log.info({ step: message }, message));
  return {
    step: (message) => begin(stepNameOf(message)),
    progress: begin,
    ready: ({ url, metricsUrl, setup, demo }) =>
      log.info(
        { url, metrics_url: metricsUrl, set_up_link_file: setup?.file, account_id: demo?.accountId, credentials_file: demo?.file },
        'Leadlight is ready',
      ),
    endLine() {},
  };
}

function plainOutput({ stdout, stderr }: OutputOptions): StartOutput {
  let quarter = -1;
  return {
    step: plainSteps(stderr),
    progress(message, share) {
      if (Math.floor(share * 4) === quarter) return;
      quarter = Math.floor(share * 4);
      stderr.write(`${message}… ${Math.floor(share * 100)}%\n`);
    },
    ready: (started) => stdout.write(`\n${linesOf(started, true).join('\n')}\n\n`),
    endLine() {},
  };
}

/** Prints one line per step, without details, because an upgrade may have many migrations. */
export function plainSteps(stderr: Pick<Stream, 'write'>): (message: string) => void {
  const begin = onceEach((name) => stderr.write(`${name}…\n`));
  return (message) => begin(stepNameOf(message));
}

const barWidth = 24;

/** Shows one line per step, which is updated while the step runs and ends with its duration. */
function terminalOutput({ stdout, stderr, now }: OutputOptions): StartOutput {
  let current: { name: string; startMs: number } | null = null;
  let shown = '';
  const show = (message: string) => {
    const text = truncate(`  ${message}…`, (stderr.columns || 80) - 1);
    if (text === shown) return;
    shown = text;
    stderr.write(`\r\x1b[K${text}`);
  };
  const finish = () => {
    if (!current) return;
    const seconds = ((now() - current.startMs) / 1000).toFixed(1);
    stderr.write(`\r\x1b[K${styleText('green', '✓')} ${current.name} ${styleText('dim', `${seconds} s`)}\n`);
    current = null;
    shown = '';
  };
  const begin = (name: string) => {
    if (current?.name === name) return;
    finish();
    current = { name, startMs: now() };
  };
  return {
    step(message) {
      begin(stepNameOf(message));
      show(message);
    },
    progress(message, share) {
      begin(message);
      const full = Math.round(share * barWidth);
      show(`${message} ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.floor(share * 100)}%`);
    },
    ready(started) {
      finish();
      stdout.write(`\n${boxed(started, stdout.columns || 80)}\n\n${styleText('dim', '  Press Ctrl-C to stop.')}\n\n`);
    },
    endLine() {
      if (shown !== '') stderr.write('\r\x1b[K');
      shown = '';
    },
  };
}

/** Draws a box around the lines if they fit, leaving out the hints if necessary. */
function boxed(started: Started, columns: number): string {
  for (const showsHints of [true, false]) {
    const lines = linesOf(started, showsHints);
    const width = Math.max(...lines.map((line) => line.length));
    if (width + 6 > columns) continue;
    const edge = '─'.repeat(width + 4);
    return [`╭${edge}╮`, ...lines.map((line) => `│${line.padEnd(width)}    │`), `╰${edge}╯`].join('\n');
  }
  return linesOf(started, false).join('\n');
}

function linesOf({ url, metricsUrl, setup, demo }: Started, showsHints: boolean): string[] {
  const rows: [string, string, string?][] = [['Leadlight runs at', url]];
  if (setup) rows.push(['Set it up at', setup.url, 'works once; only you should have this link']);
  if (demo) {
    rows.push(['Sign in with', demo.email], ['Password', demo.password], ['Demo account', demo.accountId]);
    rows.push(['API key', demo.key, 'header X-Api-Key, paths under /v1']);
    rows.push(['API token', demo.token, 'header Authorization: Token token=…']);
  }
  if (metricsUrl) rows.push(['Metrics', metricsUrl]);
  return rows.map(([name, value, hint]) => `  ${name.padEnd(18)} ${value}${showsHints && hint ? `  (${hint})` : ''}`);
}

function stepNameOf(message: string): string {
  return firstOf(message.split(':', 1));
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function onceEach(report: (message: string) => void): (message: string) => void {
  const seen = new Set<string>();
  return (message) => {
    if (!seen.has(message)) report(message);
    seen.add(message);
  };
}
