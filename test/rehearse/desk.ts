import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Terminal } from '#test/support/clients/pty.ts';
import { deploys, rehearsed } from './commands.ts';
import { credentials } from './stage/account.ts';
import { pyenv } from './stage/moto.ts';

type Rehearsed = (typeof rehearsed)[number];

interface Place {
  readonly root: string;
  /** The folder of the service, where commands run, and the home of who runs them. */
  readonly service: string;
  readonly home: string;
  /** The certificate of the rehearsal's own authority, PEM. */
  readonly authority: string;
  readonly moto: string;
}

/** Where somebody follows the guides: commands run as they stand there, but for names that a deployment gives. */
export class Desk {
  readonly #place: Place;
  readonly #left = new Set<string>(rehearsed);
  readonly #env: Record<string, string | undefined>;
  /** What stands in the guides for something that a deployment names itself, and what that is here. */
  readonly names = new Map<string, string>([
    ['…the same parameters', deploys.replace('npx serverless deploy --stage prod ', '')],
    ['certificate/4f1e…', 'certificate/4f1e'],
    ['--month 2026-11', `--month ${new Date().toISOString().slice(0, 7)}`],
  ]);

  constructor(place: Place) {
    this.#place = place;
    const { root, home, authority, moto } = place;
    this.#env = {
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      HOME: home,
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      NODE_EXTRA_CA_CERTS: authority,
      CURL_CA_BUNDLE: authority,
      AWS_ENDPOINT_URL: moto,
      ...pyenv,
      ...credentials,
    };
  }

  /** The commands of the guides that have not run yet. */
  get left(): string[] {
    return [...this.#left];
  }

  /** Gives the commands from now on a further variable. */
  give(name: string, value: string): void {
    this.#env[name] = value;
  }

  /** Runs a command of the guides, with further words behind it; answers what it printed. Throws what it said. */
  async follow(command: Rehearsed, more = ''): Promise<string> {
    this.#left.delete(command);
    return this.run(`${this.#filled(command)} ${more}`.trim());
  }

  /** Runs a command of the guides on a terminal. */
  open(command: Rehearsed): Terminal {
    this.#left.delete(command);
    const { home } = this.#place;
    return new Terminal({ home, env: this.#env as NodeJS.ProcessEnv }, 'sh', ['-c', this.#filled(command)], 200);
  }

  /** Runs a command in the service's folder; answers what it printed. Throws what it said where it fails. */
  async run(command: string, input = ''): Promise<string> {
    const child = spawn('sh', ['-c', command], { cwd: this.#place.service, env: this.#env, stdio: 'pipe' });
    const said = { out: '', err: '' };
    child.stdout.on('data', (part: Buffer) => {
      said.out += part;
    });
    child.stderr.on('data', (part: Buffer) => {
      said.err += part;
    });
    child.stdin.on('error', () => undefined).end(input);
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`${command}\nended with ${status}: ${said.err || said.out}`);
    return said.out;
  }

  /** The same, whose answer is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows what it asks
  async json(command: string, input = ''): Promise<any> {
    return JSON.parse((await this.run(`${command} -o json`, input)) || 'null');
  }

  #filled(command: string): string {
    let text = command;
    for (const [name, value] of this.names) text = text.replaceAll(name, value);
    return text;
  }
}
