import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backend, Guest } from '#lib/runtime/backend.ts';
import { entrance } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { launcherMissing } from '#lib/runtime/launcher/launcher.ts';
import { freshFolder, type MachineRecord, probeRecord } from '#lib/runtime/machines/record.ts';
import { SFTP_SERVER } from '#lib/runtime/ssh/sftp.ts';
import { removeFolder } from '#lib/runtime/system/files.ts';
import { run } from '#lib/runtime/system/run.ts';
import { findTool } from '#lib/runtime/system/tools.ts';
import { LIMIT_WORDS } from './limits.ts';

/** Programs of the host that the driver needs; `unshare` and those after it copy disks. */
const TOOLS = ['ip', 'perl', 'setpriv', 'sleep', 'unshare', 'mount', 'umount', 'pivot_root'];

/** The capability for rules that the kernel keeps: between machines of a VPC, and outbound. */
export const FILTER_WORD = 'east_west_firewall';

/** Commands that must fail inside: each would be a way out of the machine. */
const ESCAPES =
  'echo x > /proc/sys/kernel/core_pattern || mount -o remount,rw,bind /usr || hostname escaped || touch /usr/escaped';

/** Boots a machine, tries to break out of it, and answers the capabilities. UNSUPPORTED when any step fails. */
export async function probeContainer(backend: Backend, scratch: string): Promise<string[]> {
  const missing = TOOLS.filter((name) => findTool(name) === null);
  if (missing.length > 0) throw unsupported(`these programs are not installed: ${missing.join(', ')}`);
  if (launcherMissing) throw unsupported(launcherMissing);
  if (process.getuid?.() === 0) throw unsupported('as uid 0 a user namespace is no sandbox');
  const folder = join(scratch, 'probe');
  await freshFolder(folder);
  const record = probeRecord(512, { private: '', public: '' });
  const words: string[] = [];
  try {
    await backend.prepare(record, folder);
    const guest = await backend.boot(record, folder, AbortSignal.timeout(10_000));
    const login = { user: 'root', tty: false, env: {} };
    const outcome = await run(
      entrance(guest)({ ...login, command: `echo in; { ${ESCAPES}; } 2>/dev/null && echo out` }),
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
  return [
    'ssh',
    'isolation',
    'private_network',
    'dns',
    'metadata',
    'hostname',
    'single_user',
    'egress',
    'port_forwarding',
    'remote_forwarding',
    'agent_forwarding',
    'elastic_ip',
    'snapshots',
    'user_data',
    'services',
    ...words,
    ...LIMIT_WORDS,
    ...(SFTP_SERVER ? ['sftp'] : []),
  ];
}

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
