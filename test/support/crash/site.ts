import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftMachines } from '#lib/agent/hosted/left.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { alive, descendantsOf } from '#test/lib/runtime/support/processes.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { driverFolder } from '#test/support/platform/driver-folder.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { processesOf } from '#test/support/processes/processes-of.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const transient = new Set(['provisioning', 'stopping', 'starting', 'rebooting', 'restoring', 'terminating']);

/** A platform that is killed and started again on the same data folder and ports. */
export class CrashSite {
  readonly dataDir: string;
  readonly #env: Record<string, string | undefined>;
  platform: RunningPlatform;
  client: Client;

  private constructor(
    dataDir: string,
    env: Record<string, string | undefined>,
    platform: RunningPlatform,
    client: Client,
  ) {
    this.dataDir = dataDir;
    this.#env = env;
    this.platform = platform;
    this.client = client;
  }

  static async open(given: Record<string, string | undefined> = {}): Promise<CrashSite> {
    const dataDir = await mkdtemp(join(tmpdir(), 'svc-crash-'));
    const env = { SVC_PORT: `${await unusedPort()}`, SVC_S3_PORT: `${await unusedPort()}`, ...given };
    try {
      const platform = await startPlatform({ dataDir, env });
      return new CrashSite(dataDir, env, platform, await Client.register(platform.baseUrl));
    } catch (error) {
      rmSync(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  /** SIGKILL, and the end of the machines that outlive it. Resolves when no process of the platform runs any more. */
  async crash(): Promise<void> {
    const family = descendantsOf(this.platform.pid);
    await this.platform.kill();
    const areAllOver = async () => {
      // Those of an agent that has not ended yet stay.
      await endLeftMachines(join(this.dataDir, 'machines'));
      return alive(family).length === 0;
    };
    await eventually(areAllOver, { seen: () => alive(family) });
  }

  /** SIGKILL for the platform alone: machines of the driver `container` go on. */
  kill(): Promise<void> {
    return this.platform.kill();
  }

  async restart(): Promise<void> {
    this.platform = await startPlatform({ dataDir: this.dataDir, env: this.#env });
  }

  /** Every instance of the account, after each has settled. */
  async settled(): Promise<Instance[]> {
    let seen: Instance[] = [];
    const allSettled = async () => {
      seen = demand(await this.client.get('/compute/instances?limit=200'), 200).body.instances;
      return seen.every(({ status }) => !transient.has(status));
    };
    await eventually(allSettled, { seen: () => seen.map(({ id, status }) => `${id} is ${status}`) });
    return seen;
  }

  /** Stops the platform in order. The data folder stays. */
  stop(): Promise<number | null> {
    return this.platform.stop();
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Whether SSH answers on a machine's public port. */
export function sshAnswers({ public_ip, ssh_port }: Pick<Instance, 'public_ip' | 'ssh_port'>): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(ssh_port, public_ip);
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(5000, () => finish(false));
    socket.once('data', (greeting) => finish(greeting.toString('latin1').startsWith('SSH-2.0-')));
    socket.once('error', () => finish(false)).once('end', () => finish(false));
  });
}

/** Ids of the container machines that have a folder. */
export const machinesOnDisk = (dataDir: string): string[] => filesOf(dataDir, 'machines');

/** Everything for which the container driver has a folder: machines, volumes, snapshots, and what is being removed. */
export const onDisk = (dataDir: string): string[] =>
  ['machines', 'volumes', 'snapshots'].flatMap((kind) => filesOf(dataDir, kind).map((name) => `${kind}/${name}`));

/** The names in a folder of the container driver, such as `images`. */
export function filesOf(dataDir: string, kind: string): string[] {
  const folder = join(driverFolder(dataDir, 'container'), process.getuid?.() === 0 ? `state/${kind}` : kind);
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** What a stopped platform has left on this host: processes, mounts, listening ports of its machines, in words. */
export function leftBehind(dataDir: string, publicIp?: string): string[] {
  const folders = [dataDir, driverFolder(dataDir, 'container'), driverFolder(dataDir, 'process')];
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  return [
    ...folders.flatMap((word) => processesOf(word).map((command) => `process ${command}`)),
    ...mounts.filter((line) => folders.some((word) => line.includes(word))).map((line) => `mount ${line}`),
    ...(publicIp ? listeningOn(publicIp).map((port) => `port ${publicIp}:${port}`) : []),
  ];
}

/** proc(5): the address is a little-endian word in hexadecimal, the state 0A is LISTEN. */
function listeningOn(address: string): number[] {
  const word = address
    .split('.')
    .reverse()
    .map((byte) => Number(byte).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local = '', , state] = line.trim().split(/\s+/);
      const [at, port = ''] = local.split(':');
      return at === word && state === '0A' ? [Number.parseInt(port, 16)] : [];
    });
}
