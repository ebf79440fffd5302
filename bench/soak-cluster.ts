import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EmbeddedPostgres, startPostgres } from '../server/src/db/embedded/postgres.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { freePort } from '../server/src/lib/free-port.ts';
import { required } from '../server/src/lib/required.ts';
import { type ServiceProcess, startServiceProcess } from './ingest-service.ts';
import type { Upstreams } from './soak-requests.ts';

type Member = { name: string; role: 'web' | 'collector' | 'worker'; port: number; process: ServiceProcess | null };

const roles = ['web', 'collector', 'worker'] as const;

/** Number of servers of each role. */
export type ServersPerRole = number | Record<(typeof roles)[number], number>;

/** A database and servers of each role, any of which can be killed and restarts automatically. */
export class SoakCluster {
  readonly kills: Record<Member['role'] | 'database', number> = { web: 0, collector: 0, worker: 0, database: 0 };
  readonly #folder: string;
  readonly #installInto: ((folder: string) => Promise<void>) | undefined;
  readonly #serversPerRole: ServersPerRole;
  readonly #members: Member[] = [];
  readonly #restarting = new Set<Promise<void>>();
  #postgres: EmbeddedPostgres | null = null;

  constructor(folder: string, installInto: ((folder: string) => Promise<void>) | undefined, serversPerRole: ServersPerRole) {
    this.#folder = folder;
    this.#installInto = installInto;
    this.#serversPerRole = serversPerRole;
  }

  async start(): Promise<void> {
    const files = join(this.#folder, 'files');
    mkdirSync(files, { recursive: true });
    if (this.#installInto) {
      await this.#installInto(this.#folder);
      cpSync(join(this.#folder, 'ip-data'), join(files, 'ip-data'), { recursive: true });
    }
    this.#postgres = await startPostgres({ folder: this.#folder, onProgress: () => {}, onWarning: () => {} });
    for (const role of roles) {
      for (let number = 1; number <= this.#countOf(role); number++) {
        this.#members.push({ name: `${role} ${number}`, role, port: await freePort(), process: null });
      }
    }
    // The first server migrates the database and compiles the IP data that all servers read.
    await this.#launch(firstOf(this.#members));
    await Promise.all(this.#members.slice(1).map((member) => this.#launch(member)));
  }

  #countOf(role: Member['role']): number {
    return typeof this.#serversPerRole === 'number' ? this.#serversPerRole : this.#serversPerRole[role];
  }

  /** Stops the servers of a role gracefully, after all killed servers have restarted. */
  async stopRole(role: Member['role']): Promise<void> {
    await this.settle();
    await Promise.all(this.#members.filter((member) => member.role === role).map(({ process }) => process?.stop()));
  }

  get databaseUrl(): string {
    return required(this.#postgres).url;
  }

  upstreams(): Upstreams {
    const urlsOf = (role: Member['role']) => this.#members.filter((one) => one.role === role).map(({ port }) => `http://127.0.0.1:${port}`);
    return { web: urlsOf('web'), collector: urlsOf('collector') };
  }

  /** Running processes by name. */
  pids(): [name: string, pid: number][] {
    return this.#members.flatMap(({ name, process }): [string, number][] => (process ? [[name, process.pid]] : []));
  }

  /** Candidates for a kill: with `sparesFirst` the first server of each role survives, so that its memory can be measured. */
  victims(sparesFirst: boolean): string[] {
    return [...this.#members.map(({ name }) => name).filter((name) => !sparesFirst || !isFirst(name)), 'database'];
  }

  /** Kills a process with SIGKILL; it restarts in the background. Returns false if it is already down. */
  kill(name: string): boolean {
    if (name === 'database') {
      const pid = required(this.#postgres).pid();
      if (pid === null) return false;
      this.kills.database++;
      process.kill(pid, 'SIGKILL');
      return true;
    }
    const member = required(
      this.#members.find((candidate) => candidate.name === name),
      name,
    );
    if (!member.process) return false;
    this.kills[member.role]++;
    const restarting = this.#killAndRestart(member, member.process).finally(() => this.#restarting.delete(restarting));
    this.#restarting.add(restarting);
    return true;
  }

  /** Waits until all killed servers are running again. */
  async settle(): Promise<void> {
    while (this.#restarting.size > 0) await Promise.all(this.#restarting);
  }

  async stop(): Promise<void> {
    await this.settle().catch(() => {});
    await Promise.all(this.#members.map(({ process }) => process?.stop()));
    await this.#postgres?.stop();
  }

  async #killAndRestart(member: Member, killed: ServiceProcess) {
    member.process = null;
    const exited = once(killed.child, 'exit');
    killed.child.kill('SIGKILL');
    await exited;
    await pause(Math.random() * 2000);
    // A supervisor would restart it even if the database is down at that moment.
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#launch(member);
      } catch (error) {
        if (attempt === 10) throw error;
        await pause(1000);
      }
    }
  }

  async #launch(member: Member) {
    const environment = {
      HOST: '127.0.0.1',
      TRUST_PROXY: 'loopback',
      COLLECT_RATE: '1000000',
      // The minimum, to reveal requests that hold a connection while waiting for another.
      DATABASE_CONNECTIONS: '4',
      LOG_LEVEL: 'fatal',
      DATA_DIR: join(this.#folder, 'files'),
      DATABASE_URL: this.databaseUrl,
      PUBLIC_URL: 'http://127.0.0.1:1',
      PORT: String(member.port),
    };
    member.process = await startServiceProcess(environment, ['--role', member.role]);
  }
}

/** The first server of a role. */
export function isFirst(name: string): boolean {
  return name.endsWith(' 1');
}
