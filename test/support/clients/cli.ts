import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What `node_modules/.bin/svc` runs. */
export const launcher = fileURLToPath(new URL('../../../lib/cli/launcher/svc.mjs', import.meta.url));

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** How a command is run beside its words. */
export interface Running {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Sent once the command has written this on either stream. */
  readonly interruptAt?: RegExp;
}

/** The command line with folders of its own, as one user has it. */
export interface Cli {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  (words: readonly string[], given?: Running): Promise<Ended>;
  /** The same, which must end well; answers what it printed, as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  json(...words: string[]): Promise<any>;
  end(): Promise<void>;
}

/** A command line for a platform, with an empty home; without one it finds a platform itself. */
export async function commandLine(baseUrl?: string): Promise<Cli> {
  const home = await mkdtemp(join(tmpdir(), 'svc-cli-'));
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    ...(baseUrl !== undefined && { SVC_ENDPOINT: baseUrl }),
  };
  const run = (words: readonly string[], given: Running = {}) => ran(words, { ...env, ...given.env }, home, given);
  return Object.assign(run, {
    home,
    env,
    async json(...words: string[]) {
      const { code, out, err } = await run([...words, '-o', 'json']);
      if (code !== 0) throw new Error(`svc ${words.join(' ')} ended with ${code}: ${err}`);
      return JSON.parse(out || 'null');
    },
    end: () => rm(home, { recursive: true, force: true }),
  });
}

function ran(words: readonly string[], env: NodeJS.ProcessEnv, cwd: string, given: Running): Promise<Ended> {
  const child = spawn(process.execPath, [launcher, ...words], { env, cwd, stdio: 'pipe' });
  const written = { out: '', err: '' };
  let isSent = false;
  const look = () => {
    if (isSent || !given.interruptAt?.test(written.out + written.err)) return;
    isSent = child.kill('SIGINT');
  };
  child.stdout.on('data', (text: Buffer) => {
    written.out += text;
    look();
  });
  child.stderr.on('data', (text: Buffer) => {
    written.err += text;
    look();
  });
  child.stdin.on('error', () => undefined).end(given.input ?? '');
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...written })));
}
