import { expect } from 'vitest';
import type { Bait } from './bait.ts';
import { hostileLibrary, LIBRARY_TOLD } from './hostile-library.ts';
import type { Machine } from './machine.ts';

/** Programs that whatever enters a machine might look for there. */
const PROGRAMS = [
  ...[
    'bash',
    'cat',
    'chmod',
    'chown',
    'cp',
    'dash',
    'env',
    'hostname',
    'id',
    'ip',
    'ln',
    'ls',
    'mkdir',
    'mknod',
    'mount',
  ],
  ...[
    'mountpoint',
    'mv',
    'nft',
    'node',
    'nsenter',
    'perl',
    'pivot_root',
    'prlimit',
    'python3',
    'readlink',
    'rm',
    'rmdir',
  ],
  ...['scp', 'script', 'sed', 'setpriv', 'sftp-server', 'sh', 'sleep', 'stat', 'su', 'sysctl', 'tar', 'taskset', 'tee'],
  ...['test', 'touch', 'true', 'umount', 'unshare'],
];
const MODULES = [
  'Config',
  'Errno',
  'Fcntl',
  'IO/Handle',
  'POSIX',
  'Socket',
  'XSLoader',
  'bytes',
  'strict',
  'vars',
  'warnings',
];
const TOLD = '/tmp/sprung';

/** Says in which user namespace it runs, shows what it can of the host, and does what its name promises. */
const program = (host: Bait) => `#!/bin/sh
name=\${0##*/}
echo "$name $(/usr/bin/readlink /proc/self/ns/user || echo outside)" >> ${TOLD}
for root in /.old /old /oldroot /proc/1/root/.old; do
  [ ! -d $root${host.open} ] || /bin/mkdir "$root${host.open}/$name"
done 2>/dev/null
for folder in /usr/sbin /usr/bin /sbin /bin; do [ ! -x $folder/$name ] || exec $folder/$name "$@"; done
exit 127
`;

const module = (name: string) => `BEGIN {
  open my $f, ">>", "${TOLD}"; print $f "${name}.pm ", readlink("/proc/self/ns/user") // "outside", "\\n"; close $f;
  @INC = grep { !m{^/usr/local/} } @INC; delete $INC{"${name}.pm"}; require "${name}.pm";
} 1;
`;

/** What was lying in wait when: the programs' names first in PATH, a library in every process, perl's own modules. */
export type Flavour = 'programs' | 'library' | 'modules';

const planting: Record<Flavour, (machine: Machine, host: Bait) => Promise<void>> = {
  async programs(machine, host) {
    await machine.run('cat > /usr/local/trap', { input: program(host) });
    await machine.run(
      `chmod 755 /usr/local/trap; for n in ${PROGRAMS.join(' ')}; do cp /usr/local/trap /usr/local/sbin/$n; cp /usr/local/trap /usr/local/bin/$n; done`,
    );
    expect(await machine.out(`sed "" /dev/null; grep -c "^sed user:" ${TOLD}`)).toMatch(/^[1-9]/);
  },
  async library(machine) {
    await machine.run('base64 -d > /usr/local/lib/trap.so', { input: hostileLibrary().toString('base64') });
    await machine.run('echo /usr/local/lib/trap.so > /etc/ld.so.preload');
    expect(await machine.out(`/bin/true; grep -c "^user:" ${LIBRARY_TOLD}`)).toMatch(/^[1-9]/);
  },
  async modules(machine) {
    const folders = await machine.out(`perl -e 'print join " ", grep { m{^/usr/local/} } @INC'`);
    for (const name of MODULES) {
      await machine.run(`for d in ${folders}; do mkdir -p $d/IO; tee $d/${name}.pm; done >/dev/null`, {
        input: module(name),
      });
    }
    expect(await machine.out(`perl -MErrno -e 1; grep -c "^Errno.pm user:" ${TOLD}`)).toMatch(/^[1-9]/);
  },
};

/** A machine's traps, and whether anything that was not yet locked in has stepped on one. */
export class Traps {
  readonly #machine: Machine;
  readonly #host: Bait;
  /** The user namespaces of the machine itself: each boot makes one. */
  readonly #own = new Set<string>();

  private constructor(machine: Machine, host: Bait) {
    this.#machine = machine;
    this.#host = host;
  }

  static async plant(machine: Machine, host: Bait, ...flavours: readonly Flavour[]): Promise<Traps> {
    const traps = new Traps(machine, host);
    await traps.#know(machine);
    for (const flavour of flavours) await planting[flavour](machine, host);
    return traps;
  }

  async #know(machine: Machine): Promise<void> {
    this.#own.add((await machine.out('/usr/bin/readlink /proc/self/ns/user')).trim());
  }

  /**
   * Expects that only processes behind the machine's lock have run or read anything of the guest's. `there` is the
   * machine that has the disk now.
   */
  async holdNobody(there: Machine = this.#machine): Promise<void> {
    await this.#know(there);
    const lines = (await there.out(`/bin/cat ${TOLD} ${LIBRARY_TOLD} 2>/dev/null`)).trim().split('\n');
    const strangers = lines.filter((line) => ![...this.#own].some((own) => line.trimEnd().endsWith(own)));
    expect({ ran: [...new Set(strangers)], on_the_host: this.#host.planted() }).toEqual({ ran: [], on_the_host: [] });
    expect(lines.length).toBeGreaterThan(0);
  }
}
