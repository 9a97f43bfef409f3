import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backend, Guest } from '#lib/runtime/backend.ts';
import { entrance } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { launcherMissing } from '#lib/runtime/launcher/launcher.ts';
import { freshFolder, type MachineRecord, probeRecord } from '#lib/runtime/machines/record.ts';
import { SFTP_SERVER } from '#lib/runtime/ssh/sftp.ts';
import { removeFolder } from '#lib/runtime/system/files.ts';
import { inRange } from '#lib/runtime/system/range.ts';
import { run } from '#lib/runtime/system/run.ts';
import { findTool } from '#lib/runtime/system/tools.ts';
import { LIMIT_WORDS } from './limits.ts';
import { NEEDED_TOOLS } from './needs.ts';

/** The capability for rules that the kernel keeps: between machines of a VPC, and outbound. */
export const FILTER_WORD = 'east_west_firewall';

/** Commands that must fail inside: each would be a way out of the machine. */
const ESCAPES = 'echo x > /proc/sys/kernel/core_pattern || hostname escaped || mount -t proc proc /mnt || umount /proc';

/** Those for a machine that runs the host's programs; on a root of its own these files are its own. */
const ESCAPES_TO_HOST = `${ESCAPES} || mount -o remount,rw,bind /usr || touch /usr/escaped`;

/** Why no machine can be tried at all; null when one can. */
function obstacleHere(): string | null {
  const missing = Object.keys(NEEDED_TOOLS).filter((name) => findTool(name) === null);
  if (missing.length > 0) return `these programs are not installed: ${missing.join(', ')}`;
  return launcherMissing ?? (process.getuid?.() === 0 && !inRange ? 'as uid 0 a user namespace is no sandbox' : null);
}

/** Boots a machine, tries to break out of it, and answers the capabilities. UNSUPPORTED when any step fails. */
export async function probeContainer(backend: Backend, scratch: string): Promise<string[]> {
  const obstacle = obstacleHere();
  if (obstacle !== null) throw unsupported(obstacle);
  const folder = join(scratch, 'probe');
  await freshFolder(folder);
  const { root } = backend;
  const record = { ...probeRecord(512, { private: '', public: '' }), ...(root !== undefined && { root }) };
  const words: string[] = [];
  try {
    await backend.prepare(record, folder);
    const guest = await backend.boot(record, folder, AbortSignal.timeout(10_000));
    const login = { user: 'root', tty: false, env: {} };
    const outcome = await run(
      entrance(guest)({
        ...login,
        command: `echo in; { ${root === undefined ? ESCAPES_TO_HOST : ESCAPES}; } 2>/dev/null && echo out`,
      }),
    );
    words.push(...(await provenCapabilities(guest, record, folder)));
    guest.kill();
    await guest.ended;
    if (!outcome.stdout.startsWith('in')) throw unsupported(`a machine cannot be entered: ${outcome.stderr.trim()}`);
    if (outcome.stdout.includes('out')) throw unsupported('a machine could reach out of its namespaces');
  } catch (error) {
    throw error instanceof DriverError && error.code === 'UNSUPPORTED'
      ? error
      : unsupported(String((error as Error).message));
  } finally {
    await removeFolder(folder);
  }
  return [...commonWords, ...(root === undefined ? ['single_user'] : ['users', 'packages']), ...words, ...LIMIT_WORDS];
}

/** What every container machine of this driver has. */
const commonWords = [
  'ssh',
  'isolation',
  'private_network',
  'dns',
  'metadata',
  'hostname',
  'egress',
  'port_forwarding',
  'remote_forwarding',
  'agent_forwarding',
  'elastic_ip',
  'snapshots',
  'user_data',
  'services',
  ...(SFTP_SERVER ? ['sftp'] : []),
];

/** Capability words for what some kernels do not let a machine have. */
async function provenCapabilities(guest: Guest, { spec }: MachineRecord, folder: string): Promise<string[]> {
  const filters = await guest.restrict?.(spec.firewall).then(
    () => true,
    () => false,
  );
  const volumes = await takesVolumes(guest, folder);
  return [...(filters ? [FILTER_WORD] : []), ...(volumes ? ['volumes', 'volume_hot_attach'] : [])];
}

/** Attaches a volume to the machine, writes to it from inside, and detaches it again. */
async function takesVolumes(guest: Guest, folder: string): Promise<boolean> {
  const source = join(folder, 'volumes/probe/data');
  const volume = { id: 'probe', source, mount_path: '/mnt/probe', size_gib: 1, filesystem: 'ext4' as const };
  await mkdir(source, { recursive: true });
  try {
    await guest.attach(volume);
    await run(entrance(guest)({ user: 'root', tty: false, env: {}, command: 'echo seen > /mnt/probe/file' }));
    await guest.detach(volume, false);
    return (await readFile(join(source, 'file'), 'utf8')) === 'seen\n';
  } catch {
    return false;
  }
}

function unsupported(why: string): DriverError {
  return new DriverError('UNSUPPORTED', `the container driver cannot work here: ${why}`);
}
