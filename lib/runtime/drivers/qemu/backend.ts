import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Backend } from '#lib/runtime/backend.ts';
import { lowPortsBind } from '#lib/runtime/borrow.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { HOLDERS } from '#lib/runtime/holders.ts';
import { launcherMissing } from '#lib/runtime/launcher/launcher.ts';
import type { MachineRecord } from '#lib/runtime/machines/record.ts';
import { usesOf } from '#lib/runtime/metering/processes.ts';
import { runTool } from '#lib/runtime/system/run.ts';
import { findTool } from '#lib/runtime/system/tools.ts';
import { provenAcceleration } from './acceleration.ts';
import type { Acceleration } from './command-line.ts';
import { bootGuest } from './guest.ts';
import { QemuHolders } from './holders.ts';
import { IMAGE_FILES, INSTALL_COMMAND } from './image/files.ts';
import { leftBy } from './left.ts';
import { Switch } from './switch/switch.ts';

/** QEMU's own memory, of which most is what emulated processors have translated: at most 1 GiB by default. */
const OVERHEAD_MIB = 1280;

const TOOLS = ['qemu-system-x86_64', 'qemu-img'];

const WORDS = [
  ...['ssh', 'sftp', 'port_forwarding', 'isolation', 'hostname', 'private_network', 'east_west_firewall', 'elastic_ip'],
  ...['snapshots', 'volumes', 'volume_hot_attach', 'volume_size_limit', 'volume_online_growth'],
  ...['memory_limit', 'disk_limit', 'own_kernel'],
];

/** Machines as QEMU processes, each with its own kernel. `image` is the folder of the guest image. */
export function qemuBackend(state: string, image: string): Backend {
  const networks = new Map<string, Switch>();
  const netOf = ({ id }: MachineSpec['vpc']) => {
    const net = networks.get(id) ?? new Switch();
    networks.set(id, net);
    return net;
  };
  const holders = new QemuHolders(join(state, HOLDERS));
  let acceleration: Acceleration = 'tcg';
  const boot = async (
    record: MachineRecord,
    folder: string,
    how: { signal: AbortSignal; joins: readonly string[] },
    by = acceleration,
  ) => {
    const qemu = findTool('qemu-system-x86_64') ?? '';
    return bootGuest({ record, folder, holders, qemu, acceleration: by, net: netOf(record.spec.vpc), ...how });
  };
  const prepare = (record: MachineRecord, folder: string) => makeDisk(record, folder, image);
  return {
    overhead_mib: OVERHEAD_MIB,
    async probe() {
      const missing = TOOLS.filter((name) => findTool(name) === null);
      if (missing.length > 0) throw unsupported(`not installed: ${missing.join(', ')}; ${INSTALL_COMMAND} does it`);
      if (launcherMissing !== null) throw unsupported(launcherMissing);
      if (process.getuid?.() === 0) throw unsupported('QEMU is not run as uid 0');
      acceleration = await provenAcceleration(state, image, {
        prepare,
        boot: (record, folder, signal, by) => boot(record, folder, { signal, joins: [] }, by),
      });
      const low = (await lowPortsBind()) ? ['low_ports'] : [];
      return [...WORDS, ...low, ...(acceleration === 'kvm' ? ['hardware_acceleration'] : [])];
    },
    prepare,
    adopt: growDisk,
    boot: (record, folder, signal, joins = []) => boot(record, folder, { signal, joins }),
    census: async (asked) =>
      new Map(await Promise.all(asked.map(async (guest) => [guest, await usesOf([guest.init])] as const))),
    left: async () => leftBy(await holders.find(), netOf),
    holders: () => holders.processes(),
    close: () => holders.close(),
  };
}

/** Copies all that the machine boots with, so that a newer image does not change the machine. */
async function makeDisk(record: MachineRecord, folder: string, image: string): Promise<void> {
  await mkdir(join(folder, 'disk'));
  for (const name of IMAGE_FILES) {
    await copyFile(join(image, name), join(folder, 'disk', name), constants.COPYFILE_FICLONE);
  }
  await growDisk(record, folder);
}

/** Makes the disk as large as the plan says. A snapshot's disk is never made smaller. */
async function growDisk({ spec }: MachineRecord, folder: string): Promise<void> {
  const disk = join(folder, 'disk/root.qcow2');
  const info = JSON.parse(await runTool('qemu-img', ['info', '--output=json', disk])) as { 'virtual-size': number };
  if (info['virtual-size'] >= spec.disk_gib * 1024 ** 3) return;
  await runTool('qemu-img', ['resize', '-q', disk, `${spec.disk_gib}G`]);
}

const unsupported = (why: string) => new DriverError('UNSUPPORTED', `the qemu driver cannot work here: ${why}`);
