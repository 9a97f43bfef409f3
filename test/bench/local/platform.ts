import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeForsaken } from '#lib/agent/hosted/forsaken.ts';
import { SYSTEM_STATE } from '#lib/agent/hosted/homes.ts';
import { localTableOf } from '#lib/operator/table.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { commandOf, tree } from './processes.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A platform that `npm start` runs, in a data folder and on ports of its own. */
export interface Started {
  readonly baseUrl: string;
  /** The platform itself, without npm before it. */
  readonly pid: number;
  /** From the command to the line that says that it is up. */
  readonly readyMs: number;
  /** The settings with which a function reaches the platform's table from this process. */
  readonly tableSettings: Readonly<Record<string, string>>;
  /** Ends it and removes all that it kept. */
  stop(): Promise<void>;
}

/**
 * `npm start`, as a user types it: in the data folder `kept`, which stays, or in an empty one. Rejects with what it
 * wrote where it does not come up.
 */
export async function npmStart(kept?: string): Promise<Started> {
  const dataDir = kept ?? (await newDataDir());
  const port = await unusedPort();
  const env = {
    ...settingsRemoved(),
    SVC_PORT: `${port}`,
    SVC_S3_PORT: `${await unusedPort()}`,
    SVC_DATA_DIR: dataDir,
  };
  const began = performance.now();
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let written = '';
  const up = new Promise<boolean>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        written += text;
        if (written.includes('svc is up')) resolve(true);
      });
    }
    void exited.then(() => resolve(false));
  });
  const isUp = await up;
  const readyMs = performance.now() - began;
  const cleanUp = async () => {
    if (kept === undefined) await removeDataDir(dataDir);
  };
  if (!isUp) {
    await cleanUp();
    throw new Error(`npm start: ${written}`);
  }
  const processes = tree(child.pid ?? 0);
  const pid = find(processes, (command) => /^\S*node \S*start\.mjs/.test(command));
  return {
    baseUrl: `http://localhost:${port}`,
    pid,
    readyMs,
    tableSettings: (await localTableOf(dataDir)).settings,
    async stop() {
      process.kill(pid, 'SIGTERM');
      await exited;
      await cleanUp();
    },
  };
}

/** An empty data folder, for `removeDataDir` to remove. */
export const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'svc-bench-'));

/** Removes a data folder whose platform has ended, and what root's platform kept of it elsewhere. */
export async function removeDataDir(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
  if (existsSync(SYSTEM_STATE)) await removeForsaken(SYSTEM_STATE);
}

function find(pids: readonly number[], matches: (command: string) => boolean): number {
  const pid = pids.find((candidate) => matches(commandOf(candidate)));
  if (pid === undefined) throw new Error('the platform runs in no process that can be told');
  return pid;
}

/** The settings of the user who runs the bench must not change what is measured. */
function settingsRemoved(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SVC|AWS|SLS)_/.test(name)));
}
