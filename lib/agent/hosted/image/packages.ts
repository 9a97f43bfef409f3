import { run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';

/** An installed Debian package. */
export interface Package {
  /** As dpkg names it: with its architecture where several may be installed. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly size_kib: number;
}

interface Entry extends Package {
  readonly essential: boolean;
  readonly needs: readonly (readonly string[])[];
  readonly provides: readonly string[];
}

/** What a machine has beside essential packages, where the host has it installed. */
const WANTED = [
  ...['apt', 'apt-utils', 'adduser', 'passwd', 'login', 'sudo', 'cron', 'perl', 'python3', 'curl', 'wget'],
  ...['openssh-client', 'openssh-sftp-server', 'ca-certificates', 'netbase', 'iproute2', 'iputils-ping', 'procps'],
  ...['psmisc', 'less', 'nano', 'vim-tiny', 'rsync', 'xz-utils', 'zstd', 'bzip2', 'unzip', 'tzdata', 'lsof', 'kmod'],
  ...[
    'mount',
    'libcap2-bin',
    'bash-completion',
    'util-linux-extra',
    'bsdextrautils',
    'debian-archive-keyring',
    'ubuntu-keyring',
  ],
];

const FIELDS = ['db:Status-Abbrev', 'binary:Package', 'Package', 'Version', 'Installed-Size', 'Essential'];
const LISTS = ['Pre-Depends', 'Depends', 'Provides'];

/** The installed packages of which a machine's image is made: the wanted ones with all that they need. */
export async function imagePackages(): Promise<Package[]> {
  const format = `${[...FIELDS, ...LISTS].map((name) => `\${${name}}`).join('\t')}\n`;
  const args = ['-W', '-f', format];
  const { code, stdout } = await run(
    { file: 'dpkg-query', args, env: HOST_ENV, cwd: '/' },
    { bounds: { output: 16 * 1024 * 1024 } },
  );
  if (code !== 0) throw new Error('dpkg-query does not list the packages of this host');
  return closure(stdout.split('\n').flatMap(parse));
}

function parse(line: string): Entry[] {
  const [
    status = '',
    id = '',
    name = '',
    version = '',
    size = '',
    essential = '',
    before = '',
    after = '',
    provided = '',
  ] = line.split('\t');
  if (!status.startsWith('ii')) return [];
  return [
    {
      id,
      name,
      version,
      size_kib: Number(size) || 0,
      essential: essential === 'yes',
      needs: [...alternatives(before), ...alternatives(after)],
      provides: alternatives(provided).flat(),
    },
  ];
}

/** `a (>= 1) | b:any, c` as [[a, b], [c]]. */
const alternatives = (list: string): string[][] =>
  list
    .split(',')
    .map((one) => one.split('|').map((name) => name.trim().split(/[\s:(]/)[0] ?? ''))
    .filter(([first]) => first);

function closure(all: readonly Entry[]): Package[] {
  const byName = new Map<string, Entry>();
  for (const entry of all) for (const name of entry.provides) byName.set(name, entry);
  for (const entry of all) byName.set(entry.name, entry);
  const found = new Set<Entry>();
  const wanted = all.filter(({ essential, name }) => essential || WANTED.includes(name));
  for (let entry = wanted.pop(); entry; entry = wanted.pop()) {
    if (found.has(entry)) continue;
    found.add(entry);
    for (const choice of entry.needs) {
      const need = choice.map((name) => byName.get(name)).find((one) => one !== undefined);
      if (need) wanted.push(need);
    }
  }
  return [...found].sort((a, b) => (a.id < b.id ? -1 : 1));
}
