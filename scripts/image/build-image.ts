import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createDebianBase } from './create-debian-base.ts';

export type BuiltImage = {
  /** The root of the image's file system. */
  root: string;
  environment: Record<string, string>;
  entrypoint: string[];
  command: string[];
  user: string;
  healthCheck: string[];
  /** Size that the image adds to its base. */
  addedBytes: number;
};

type Inspected = {
  Docker: { config: { Env: string[]; Entrypoint: string[]; Cmd: string[]; User: string; Healthcheck?: { Test: string[] } } };
};

/**
 * Builds deploy/Dockerfile with buildah, which needs no daemon, on a locally created base image. Stores the images in `folder`.
 */
export function buildImage(project: string, folder: string): BuiltImage {
  // Uses plain copies instead of overlays, and no namespaces, so that the build also works inside a container.
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...storage, ...args], {
      cwd: project,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 1e8,
    }).trim();

  const base = buildah('from', 'scratch');
  const baseRoot = buildah('mount', base);
  createDebianBase(project, baseRoot);
  const baseBytes = sizeOf(baseRoot);
  buildah('config', ...baseSettings(), base);
  buildah('commit', '--quiet', '--rm', base, 'localhost/leadlight-base');

  const npmCache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  mkdirSync(npmCache, { recursive: true });
  const build = ['--isolation', 'chroot', '--format', 'docker', '--layers=false', '--volume', `${npmCache}:/root/.npm`];
  const recipe = ['--build-arg', 'NODE=localhost/leadlight-base', '--file', 'deploy/Dockerfile', '--tag', 'localhost/leadlight'];
  buildah('build', '--quiet', ...build, ...recipe, '.');
  const root = buildah('mount', buildah('from', 'localhost/leadlight'));
  const inspected: Inspected = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/leadlight'));
  const { config } = inspected.Docker;
  return {
    root,
    environment: Object.fromEntries(config.Env.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])),
    entrypoint: config.Entrypoint,
    command: config.Cmd,
    user: config.User,
    healthCheck: config.Healthcheck?.Test.slice(1) ?? [],
    addedBytes: sizeOf(root) - baseBytes,
  };
}

/** Inside the build npm uses the same registry and certificates as outside. */
function baseSettings(): string[] {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const environment = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    npm_config_registry: registry,
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt' }),
  };
  return Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
}

function sizeOf(folder: string): number {
  return Number(execFileSync('du', ['--summarize', '--bytes', folder], { encoding: 'utf8' }).split('\t')[0]);
}
