import { join } from 'node:path';
import { hexOctetsOf } from '#lib/runtime/forwarder/blocks.ts';
import type { MachineRecord } from '#lib/runtime/machines/record.ts';

/** How the guest's instructions are run. */
export type Acceleration = 'kvm' | 'tcg';

/** The network that a machine shares with this host only. No VPC has link-local addresses. */
const HOST_NETWORK = { cidr: '169.254.76.0/24', guest: '169.254.76.15' };

/** A guest's hardware addresses, made of its private address, so each is unique in its network. */
export function hardwareAddresses(privateIp: string): { readonly vpc: string; readonly host: string } {
  const tail = hexOctetsOf(privateIp);
  return { vpc: ['52', '54', ...tail].join(':'), host: ['52', '56', ...tail].join(':') };
}

/**
 * QEMU's command line for a machine whose files are in `folder`. `given` are files that its firmware passes to it, by
 * name.
 */
export function commandLine(options: {
  readonly record: MachineRecord;
  readonly folder: string;
  readonly acceleration: Acceleration;
  readonly given: Readonly<Record<string, string>>;
}): string[] {
  const { record, folder, acceleration, given } = options;
  const { spec } = record;
  const mac = hardwareAddresses(spec.private_ip);
  const root = {
    driver: 'qcow2',
    'node-name': 'root',
    discard: 'unmap',
    file: { driver: 'file', filename: join(folder, 'disk/root.qcow2') },
  };
  return [
    ...['-name', spec.id, '-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot'],
    ...['-sandbox', 'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny'],
    ...['-machine', `pc,accel=${acceleration}`, '-cpu', acceleration === 'kvm' ? 'host' : 'max'],
    ...['-m', `${spec.ram_mib}`, '-smp', `${spec.cpu}`],
    ...['-kernel', join(folder, 'disk/vmlinuz'), '-initrd', join(folder, 'disk/initrd')],
    ...['-append', 'console=ttyS0 quiet panic=1'],
    // {qmp} and {net} are descriptors of what holds it (launcher/guest.pl), whose pipes are these standard ones.
    ...['-chardev', 'stdio,id=events,signal=off', '-mon', 'chardev=events,mode=control'],
    ...['-chardev', 'socket,id=monitor,fd={qmp},server=on,wait=off', '-mon', 'chardev=monitor,mode=control'],
    ...['-chardev', 'file,id=serial,path=/proc/self/fd/2,append=on', '-serial', 'chardev:serial'],
    ...['-blockdev', JSON.stringify(root), '-device', 'virtio-blk-pci,drive=root'],
    ...['-netdev', 'stream,id=vpc,server=on,addr.type=fd,addr.str={net}'],
    ...['-device', `virtio-net-pci,netdev=vpc,mac=${mac.vpc},romfile=`],
    ...['-netdev', `user,id=host,restrict=on,ipv6=off,net=${HOST_NETWORK.cidr},dhcpstart=${HOST_NETWORK.guest}`],
    ...['-device', `virtio-net-pci,netdev=host,mac=${mac.host},romfile=`, '-device', 'virtio-rng-pci'],
    ...Object.entries(given).flatMap(([name, file]) => [
      '-fw_cfg',
      `name=opt/svc/${name},file=${file.replaceAll(',', ',,')}`,
    ]),
  ];
}

/** The monitor command that opens a free port of this host's loopback and leads it to a port of the guest. */
export const openHostPort = (port: number): string => `hostfwd_add host tcp:127.0.0.1:0-${HOST_NETWORK.guest}:${port}`;
