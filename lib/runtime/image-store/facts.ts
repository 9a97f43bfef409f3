import { DriverError } from '#lib/runtime/driver.ts';
import { launcher } from '#lib/runtime/launcher/launcher.ts';
import { reasonOf, run } from '#lib/runtime/system/run.ts';

const MIB = 1024 * 1024;
const BOUNDS = { memory: 256 * MIB, processor_s: 20, time_ms: 60_000, output: MIB };

const SHELL = '/bin/sh';
/** Init systems by the program that shows them, and package managers; the first that is there counts. */
const INITS = {
  '/lib/systemd/systemd': 'systemd',
  '/usr/lib/systemd/systemd': 'systemd',
  '/sbin/openrc': 'openrc',
  '/etc/init.d/rc': 'sysvinit',
  '/sbin/init': 'busybox',
};
export const MANAGERS: Readonly<Record<string, string>> = {
  '/usr/bin/apt-get': 'apt',
  '/sbin/apk': 'apk',
  '/usr/bin/apk': 'apk',
  '/usr/bin/dnf': 'dnf',
  '/usr/bin/microdnf': 'dnf',
  '/usr/bin/yum': 'yum',
  '/usr/bin/zypper': 'zypper',
  '/usr/bin/pacman': 'pacman',
  '/bin/opkg': 'opkg',
  '/usr/bin/opkg': 'opkg',
};

/** Folders into which the platform puts files of a machine's own. What is a link in the image stays one. */
const OURS = [
  'etc',
  'etc/apt',
  'home',
  'mnt',
  'root',
  'usr',
  'usr/local',
  'usr/local/bin',
  'usr/local/sbin',
  'usr/sbin',
];
const ALSO_OURS = ['var', 'var/lib'];

/** What an image's files say of it. */
export interface Facts {
  readonly shell: boolean;
  readonly init: string | null;
  readonly package_manager: string | null;
  /** Paths that are no folders although the platform would have put files below them. */
  readonly closed: readonly string[];
}

/** Looks at an image, whose layers are folders in `images`, the highest first. */
export async function factsOf(images: string, layers: readonly string[]): Promise<Facts> {
  const launch = launcher('look', {
    images,
    layer: layers,
    path: [SHELL, ...Object.keys(INITS), ...Object.keys(MANAGERS)],
    plain: [...OURS, ...ALSO_OURS],
  });
  const verdict = await run(launch, { bounds: BOUNDS });
  if (verdict.code !== 0) throw new DriverError('FAILED', `the image cannot be looked at: ${reasonOf(verdict)}`);
  const said = verdict.stdout.split('\n').map((line) => line.split(' '));
  const of = (word: string) => said.filter(([first]) => first === word).map(([, path = '']) => path);
  const there = of('there');
  const first = (known: Readonly<Record<string, string>>) =>
    Object.entries(known).find(([path]) => there.includes(path))?.[1] ?? null;
  return {
    shell: there.includes(SHELL),
    init: first(INITS),
    package_manager: first(MANAGERS),
    closed: of('link'),
  };
}
