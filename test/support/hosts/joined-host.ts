import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '#test/support/vitest/eventually.ts';
import type { Computer } from './wire.ts';

/** What a command of svc-host said, and how it ended. */
export interface HostSaid {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Where {
  readonly program: string;
  readonly stateDir: string;
  readonly authority: string;
}

/** A computer on which svc-host is installed. */
export class JoinedHost {
  readonly computer: Computer;
  readonly stateDir: string;
  readonly #program: string;
  readonly #env: Record<string, string | undefined>;
  #agent: ChildProcess | undefined;
  #written = '';
  id = '';

  constructor(computer: Computer, { program, stateDir, authority }: Where) {
    this.computer = computer;
    this.stateDir = stateDir;
    this.#program = program;
    this.#env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: authority };
  }

  /** Runs a command of svc-host; `env` is added to its environment. */
  async command(words: readonly string[], env: Record<string, string> = {}): Promise<HostSaid> {
    const child = this.#start(words, env);
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream]?.on('data', (part: Buffer) => {
        said[stream] += part;
      });
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, ...said };
  }

  #start(words: readonly string[], env: Record<string, string> = {}): ChildProcess {
    const program = [this.#program, ...words, '--state-dir', this.stateDir];
    return this.computer.start(program, { env: { ...this.#env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Joins by a token. Throws what svc-host says where that fails. */
  async join(url: string, token: string, ...options: readonly string[]): Promise<HostSaid> {
    const said = await this.command(['join', '--url', url, '--token', token, '--yes', ...options]);
    if (said.status !== 0) throw new Error(said.stderr);
    this.id = /This machine is host (\S+)\. /.exec(said.stdout)?.[1] ?? '';
    return said;
  }

  /** Starts the agent, and settles once it serves. */
  async run(env: Record<string, string> = {}): Promise<void> {
    const before = this.#written.length;
    this.start(env);
    const isUp = () => this.#written.slice(before).includes(' serves its machines');
    await eventually(() => isUp() || this.isOver, { seen: () => this.#written });
    if (!isUp()) throw new Error(`the agent ended:\n${this.#written.slice(before)}`);
  }

  /** Starts the agent. */
  start(env: Record<string, string> = {}): void {
    const agent = this.#start(['run'], env);
    for (const stream of [agent.stdout, agent.stderr])
      stream?.on('data', (part: Buffer) => {
        this.#written += part;
      });
    this.#agent = agent;
  }

  /** What the agents of this computer have written. */
  get written(): string {
    return this.#written;
  }

  /** Whether no agent runs. */
  get isOver(): boolean {
    return !this.#agent || this.#agent.exitCode !== null || this.#agent.signalCode !== null;
  }

  /** How the last agent ended; settles once it has. */
  async ended(): Promise<number | null> {
    const agent = this.#agent;
    if (agent && !this.isOver) await once(agent, 'exit');
    return agent?.exitCode ?? null;
  }

  /** Has the agent do nothing, as if its computer slept, or go on. */
  pause(isPaused = true): void {
    this.#agent?.kill(isPaused ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Sends the agent a signal, and waits until it has ended. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    if (!this.isOver) this.#agent?.kill(signal);
    await this.ended();
  }
}
