import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { required } from '../../server/src/lib/required.ts';
import type { BuiltImage } from './build-image.ts';
import type { ComposeLimits } from './compose-limits.ts';
import { type ControlGroup, createControlGroup } from './control-group.ts';

type Finished = { code: number | null; output: string };
type HttpResponse = { status: number; headers: Record<string, string | string[] | undefined>; body: string };
type Mounts = Record<string, string>;
type ContainerOptions = {
  image: BuiltImage;
  limits: ComposeLimits;
  /** Host folders and files by their path in the container. */
  mounts: Mounts;
  args?: string[];
  user?: { uid: number; gid: number };
  /** Folder of the socket for requests. */
  folder: string;
};

let containerCount = 0;

/** One container as compose would run it, in its own namespaces, created with bubblewrap instead of a daemon. */
export class Container {
  readonly ended: Promise<Finished>;
  readonly group: ControlGroup;
  readonly #options: ContainerOptions;
  readonly #socket: string;
  readonly #child: ChildProcess;
  readonly #initPid: Promise<number>;
  #bridge: Promise<ChildProcess> | null = null;
  #output = '';

  constructor(options: ContainerOptions) {
    this.#options = options;
    const { image, limits, mounts, args = image.command, folder } = options;
    const name = `leadlight-check-${process.pid}-${++containerCount}`;
    this.#socket = join(folder, `${name}.sock`);
    this.group = createControlGroup(name, limits);
    for (const path of Object.keys(mounts)) createMountPoint(image.root, path);
    const bwrapArgs = [
      ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-net', '--die-with-parent', '--info-fd', '3', '--clearenv'],
      ...[limits.isReadOnly ? '--ro-bind' : '--bind', image.root, '/', '--proc', '/proc', '--dev', '/dev'],
      ...['--size', String(limits.shmBytes), '--perms', '1777', '--tmpfs', '/dev/shm'],
      ...limits.tmpfs.flatMap(({ path, bytes }) => ['--size', String(bytes), '--perms', '1777', '--tmpfs', path]),
      ...Object.entries(mounts).flatMap(([path, host]) => ['--bind', host, path]),
      ...Object.entries(this.#environment()).flatMap(([variable, value]) => ['--setenv', variable, value]),
      // These three capabilities are needed to switch to the user of the container, which has no capabilities.
      ...['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP'],
      ...['--', ...this.#asUser(), ...image.entrypoint, ...args],
    ];
    // A shell joins the control group before anything in the container runs.
    const joinCommand = this.group.procsFiles.map((file) => `echo $$ > ${file}`).join(' && ') || 'true';
    this.#child = spawn('sh', ['-c', `${joinCommand} && exec bwrap "$@"`, 'sh', ...bwrapArgs], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    for (const stream of [required(this.#child.stdout), required(this.#child.stderr)])
      stream.on('data', (chunk) => (this.#output += chunk));
    this.#initPid = new Promise((resolve, reject) => {
      let text = '';
      const info = required(this.#child.stdio[3]);
      info.on('data', (chunk) => (text += chunk));
      info.on('end', () => (text === '' ? reject(new Error(this.#output)) : resolve(JSON.parse(text)['child-pid'])));
    });
    this.#initPid.catch(() => {});
    this.ended = new Promise((resolve) =>
      this.#child.once('close', (code) => {
        this.#closeBridge();
        resolve({ code, output: this.#output });
      }),
    );
  }

  get output(): string {
    return this.#output;
  }

  /** Runs a command inside the container, like `docker exec`. */
  async exec(args: string[], input = ''): Promise<Finished> {
    const environment = Object.entries(this.#environment()).map(([variable, value]) => `${variable}=${value}`);
    const nsenterArgs = ['--target', String(await this.#initPid), '--mount', '--pid', '--net', '--ipc', '--uts', '--root', '--wd'];
    const child = spawn('nsenter', [...nsenterArgs, '--', 'env', '-i', ...environment, ...this.#asUser(), ...args]);
    child.stdin.end(input);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
  }

  /** Sends a request to the server in the container, which is reachable only from its own network. */
  async request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<HttpResponse> {
    await this.#openBridge();
    return new Promise((resolve, reject) => {
      const sentHeaders = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
      const req = request({ socketPath: this.#socket, method, path, headers: sentHeaders, timeout: 5000 }, (res) => {
        let text = '';
        res.on('data', (chunk) => (text += chunk));
        res.on('error', reject);
        res.on('end', () => resolve({ status: required(res.statusCode), headers: res.headers, body: text }));
      });
      req.on('timeout', () => req.destroy(new Error(`${path} was not answered within 5 seconds`)));
      req.on('error', reject);
      req.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** Stops the container like `docker stop`, by SIGTERM to the children of its init process, and returns how long that took. */
  async stop(): Promise<{ seconds: number } & Finished> {
    const init = await this.#initPid;
    const startMs = Date.now();
    const children = readFileSync(`/proc/${init}/task/${init}/children`, 'utf8').match(/\d+/g) ?? [];
    for (const pid of children) process.kill(Number(pid), 'SIGTERM');
    const finished = await this.ended;
    return { seconds: (Date.now() - startMs) / 1000, ...finished };
  }

  /** Kills the container if it is still running, and removes its control group. */
  async dispose() {
    this.#closeBridge();
    if (this.#child.exitCode === null) this.#child.kill('SIGKILL');
    await this.ended;
    this.group.remove();
  }

  /** Concurrent requests share the bridge. After a failure, the next request opens another one. */
  #openBridge(): Promise<ChildProcess> {
    this.#bridge ??= this.#startBridge().catch((error) => {
      this.#bridge = null;
      throw error;
    });
    return this.#bridge;
  }

  #closeBridge() {
    this.#bridge?.then(
      (bridge) => bridge.kill(),
      () => {},
    );
  }

  async #startBridge(): Promise<ChildProcess> {
    const source = `const net = require('net'); net.createServer((from) => { const to = net.connect(8080, '127.0.0.1');
      for (const socket of [from, to]) socket.on('error', () => { from.destroy(); to.destroy(); }); from.pipe(to).pipe(from); })
      .listen(process.argv[1], () => console.log('ready'));`;
    const nsenterArgs = ['--target', String(await this.#initPid), '--net'];
    const bridge = spawn('nsenter', [...nsenterArgs, process.execPath, '-e', source, this.#socket], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return new Promise((resolve, reject) => {
      bridge.stdout.once('data', () => resolve(bridge));
      bridge.once('error', reject);
      bridge.once('exit', () => reject(new Error('Cannot enter the network of the container')));
    });
  }

  #asUser(): string[] {
    const { limits, user = limits } = this.#options;
    const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
    const capabilities = limits.dropsAllCapabilities ? ['--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all'] : [];
    return ['/usr/bin/setpriv', ...ids, ...capabilities, ...(limits.hasNoNewPrivileges ? ['--no-new-privs'] : [])];
  }

  #environment(): Record<string, string> {
    return { ...this.#options.image.environment, ...this.#options.limits.environment, HOME: '/' };
  }
}

/** Creates the mount point of a secret, as a container runtime would. */
function createMountPoint(root: string, path: string) {
  const target = join(root, path);
  if (!path.startsWith('/run/secrets/')) return;
  mkdirSync(join(target, '..'), { recursive: true });
  writeFileSync(target, '');
}
