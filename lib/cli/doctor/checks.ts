import { isSince, OWN_IDS_SINCE } from '#lib/agent/hosted/kernels.ts';
import { installCommand, type Lack } from '#lib/agent/hosted/sub-ids.ts';
import { NEEDED_TOOLS } from '#lib/runtime/drivers/container/needs.ts';
import { type GroupMounts, groupMounts, neededOf } from '#lib/runtime/groups/mounts.ts';
import { scopeLack, scopeWords } from '#lib/runtime/groups/scope.ts';
import type { HostView } from './host.ts';
import { publicRegistry } from './images.ts';

/** What a computer has, or why not and the command that brings it. */
export type Finding = { readonly found: string } | Lack;

const lack = (missing: string, command: string | null = null): Lack => ({ missing, command });

const APPARMOR = 'kernel.apparmor_restrict_unprivileged_userns';
const sysctl = (name: string): string => `/proc/sys/${name.replaceAll('.', '/')}`;
const settingOf = (host: HostView, name: string): string | undefined => host.text(sysctl(name))?.trim();
const setTo = (name: string, value: number): string => `sudo sysctl -w ${name}=${value}`;

/** Whose range it is: the file system decides as well, which each start tries. */
const ownIds = (release: string): string =>
  isSince(release, OWN_IDS_SINCE)
    ? 'each machine'
    : `each data folder (from Linux ${OWN_IDS_SINCE.join('.')} on each machine)`;

/** An overlay can be mounted in a user namespace from this version of the kernel on. */
const OVERLAY_SINCE = [5, 11] as const;

/** A function of the kernel, or a file of a module. */
const NF_TABLES = / nf_tables_newtable\b|\/nf_tables\.ko/;

/** A user namespace with all that a machine's VPC has. */
const NAMESPACES = ['unshare', '--user', '--map-root-user', '--net', '--mount', '--pid', '--ipc', '--fork', 'true'];

/** The groups of an ordinary user. */
function scopeOf(host: HostView, mounts: GroupMounts): Finding {
  const reason = scopeLack(host.uid, mounts, (path) => host.text(path));
  if (reason) return reason;
  return host.succeeds([...scopeWords(host.uid), 'true'])
    ? { found: "version 2: a scope of this user's systemd" }
    : lack("this user's systemd makes no scope");
}

/** What is looked at, by its name. Each is found, or missing. */
export const checks = {
  kernel: ({ platform, release }) =>
    platform === 'linux' ? { found: `Linux ${release}` } : lack('this system is not Linux'),
  programs(host) {
    const without = Object.keys(NEEDED_TOOLS).filter((name) => !host.finds(name));
    if (without.length === 0) return { found: 'all are installed' };
    const packages = [...new Set(without.map((name) => NEEDED_TOOLS[name]))].join(' ');
    return lack(`not installed: ${without.join(', ')}`, installCommand(packages, without.join(' ')));
  },
  apparmor(host) {
    if (settingOf(host, APPARMOR) !== '1') return { found: 'does not restrict user namespaces' };
    if (host.succeeds(NAMESPACES)) return { found: 'restricts user namespaces, and has a profile that allows these' };
    return lack(`AppArmor removes the rights of user namespaces (${APPARMOR})`, setTo(APPARMOR, 0));
  },
  user_namespaces(host) {
    for (const [name, value] of [
      ['kernel.unprivileged_userns_clone', 1],
      ['user.max_user_namespaces', 10_000],
    ] as const)
      if (settingOf(host, name) === '0') return lack(`${name} is 0`, setTo(name, value));
    return host.succeeds(NAMESPACES)
      ? { found: 'can be made' }
      : lack('the kernel, or a container or profile around this process, refuses them');
  },
  firewall(host) {
    const modules = ['dep', 'builtin'].map((list) => `/lib/modules/${host.release}/modules.${list}`);
    return NF_TABLES.test(['/proc/kallsyms', ...modules].map((path) => host.text(path) ?? '').join('\n'))
      ? { found: 'nf_tables is in the kernel' }
      : lack('the kernel does not report nf_tables');
  },
  overlay(host) {
    if (!isSince(host.release, OVERLAY_SINCE))
      return lack(`Linux ${host.release} has no overlays for user namespaces (from ${OVERLAY_SINCE.join('.')} on)`);
    return /\toverlay$/m.test(host.text('/proc/filesystems') ?? '')
      ? { found: 'is in the kernel' }
      : lack('the kernel has not loaded overlay', 'sudo modprobe overlay');
  },
  ids(host) {
    if (host.isRoot) return { found: `root's platform gives ${ownIds(host.release)} a range` };
    const ids = host.ids();
    return 'missing' in ids ? ids : { found: `65536 from ${ids.first} on, by newuidmap` };
  },
  packages_of_host: (host) =>
    host.finds('dpkg-query')
      ? { found: 'dpkg lists the files of an image' }
      : lack('this system has no dpkg, and an image consists of files that dpkg lists'),
  low_ports(host) {
    if (host.isRoot) return { found: 'root opens them' };
    const name = 'net.ipv4.ip_unprivileged_port_start';
    return Number(settingOf(host, name) ?? 1024) <= 1
      ? { found: 'every user may open them' }
      : lack('only root may open ports below 1024', setTo(name, 0));
  },
  image_store({ images: { store } }) {
    if (store === null) return { found: 'there are no images' };
    if ('closed' in store) return lack(`this user may not look into it: ${store.closed}`, 'sudo svc doctor');
    const { images, layers, bytes } = store;
    return { found: `${images} images of ${layers} layers, ${Math.ceil(bytes / 2 ** 20)} MiB` };
  },
  registry({ images: { unreached } }) {
    const { name, url } = publicRegistry;
    if (unreached === null) return { found: `${name} answers` };
    const ways = 'allow https to it; files and registries on 127.0.0.1 need no outbound access';
    return lack(`${name} cannot be reached (${unreached}): ${ways}`, `curl -sS ${url}`);
  },
  control_groups(host) {
    const mounts = groupMounts(host.text('/proc/self/mountinfo') ?? '');
    if (!host.isRoot) return scopeOf(host, mounts);
    const { unified, byController } = mounts;
    const ofUnified = unified === null ? [] : neededOf(host.text(`${unified}/cgroup.controllers`) ?? '');
    const found = ofUnified.length > 0 ? ofUnified : Object.keys(byController);
    const without = ['memory', 'cpu'].filter((one) => !found.includes(one));
    if (without.length > 0) return lack(`this system mounts no control groups for ${without.join(' and ')}`);
    return { found: `version ${ofUnified.length > 0 ? 2 : 1}: ${found.join(', ')}` };
  },
  file_systems(host) {
    if (!host.isRoot) return lack("only root's platform makes disks that are file systems: start it as root");
    const without = ['mkfs.ext4', 'e2fsck', 'resize2fs'].filter((name) => !host.finds(name));
    if (without.length > 0)
      return lack(`not installed: ${without.join(', ')}`, installCommand('e2fsprogs', 'e2fsprogs'));
    if (host.has('/dev/loop-control')) return { found: 'can be made, on loop devices' };
    return lack('there is no /dev/loop-control: this computer has no loop devices', 'sudo modprobe loop');
  },
  kvm(host) {
    if (!host.has('/dev/kvm')) return lack('there is no /dev/kvm: this computer has no KVM');
    if (host.opens('/dev/kvm')) return { found: '/dev/kvm can be opened' };
    return lack('this user may not open /dev/kvm', 'sudo usermod --append --groups kvm "$USER"');
  },
} satisfies Record<string, (host: HostView) => Finding>;

/** The name of a check. */
export type Check = keyof typeof checks;

/** Checks that stand for isolated machines of the driver `container`. */
const container: readonly Check[] = ['kernel', 'programs', 'apparmor', 'user_namespaces'];

/** What a capability of machines needs, and of which driver it is. */
export const capabilities: readonly { readonly names: readonly string[]; readonly needs: readonly Check[] }[] = [
  { names: ['isolation', 'private_network', 'egress', 'load_balancing', 'volumes', 'snapshots'], needs: container },
  { names: ['east_west_firewall'], needs: [...container, 'firewall'] },
  { names: ['users', 'packages'], needs: [...container, 'ids', 'overlay', 'packages_of_host'] },
  { names: ['images'], needs: [...container, 'ids', 'overlay'] },
  { names: ['low_ports'], needs: [...container, 'low_ports'] },
  { names: ['memory_limit', 'cpu_limit'], needs: ['kernel', 'control_groups'] },
  { names: ['disk_limit', 'volume_size_limit'], needs: [...container, 'ids', 'overlay', 'file_systems'] },
  { names: ['hardware_acceleration'], needs: ['kernel', 'kvm'] },
];
