import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { descendantsOf } from '#test/lib/runtime/support/processes.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

const run = promisify(execFile);

/** Only root can become another user to try what that one could. */
export const canBeOthers = process.getuid?.() === 0;

/** What a program run as another user of this machine (uid 65534) ended with. */
export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program as another user. */
export async function asOther(...argv: readonly string[]): Promise<Outcome> {
  const other = ['--reuid', '65534', '--regid', '65534', '--clear-groups', '--'];
  try {
    return { status: 0, ...(await run('setpriv', [...other, ...argv], { cwd: '/', timeout: 30_000 })) };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
    return { status: code ?? -1, stdout, stderr };
  }
}

/** A platform, and all that an attacker might find of it. */
export interface Laptop {
  readonly platform: RunningPlatform;
  /** Its processes. */
  readonly pids: readonly number[];
  /** The folder of its sockets, and their paths. */
  readonly socketDir: string;
  readonly sockets: readonly string[];
  /** Where it keeps machines, where it was started as root. */
  readonly systemDir: string | undefined;
}

/** Starts a platform. */
export async function startLaptop(): Promise<Laptop> {
  const platform = await startPlatform({ env: { SVC_COMPUTE: 'auto' } });
  const { socketDir } = JSON.parse(readFileSync(join(platform.dataDir, 'run.json'), 'utf8')) as { socketDir: string };
  return {
    platform,
    pids: [platform.pid, ...descendantsOf(platform.pid).map(({ pid }) => pid)],
    socketDir,
    sockets: readdirSync(socketDir).map((name) => join(socketDir, name)),
    systemDir: systemDirOf(platform.dataDir),
  };
}

function systemDirOf(dataDir: string): string | undefined {
  const all = canBeOthers ? readdirSync('/var/lib/svc').map((name) => join('/var/lib/svc', name)) : [];
  // The folder of the copies of the code is no home.
  const homes = all.map((home) => ({ home, owner: join(home, 'data-dir') })).filter(({ owner }) => existsSync(owner));
  return homes.find(({ owner }) => readFileSync(owner, 'utf8').startsWith(dataDir))?.home;
}
