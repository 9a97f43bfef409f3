import { readFileSync } from 'node:fs';
import { firstExecutable } from '#lib/runtime/system/tools.ts';

/** The parts of our own server, in their order. */
const PARTS = ['wire', 'attributes', 'handles', 'paths', 'extensions', 'serve'];

/** syscalls(2) that it knows no other way to: their numbers differ from one architecture to the other. */
const CALLS: Partial<Record<NodeJS.Architecture, readonly [statfs: number, utimensat: number, fchownat: number]>> = {
  x64: [137, 280, 260],
  arm64: [43, 88, 54],
  riscv64: [43, 88, 54],
  loong64: [43, 88, 54],
};

/**
 * The program, and its arguments, that serves sftp inside a machine with that machine's rights: our own, as text for the
 * perl that machines share with the host; OpenSSH's where there is no perl; null where there is neither.
 */
export function chooseSftpServer(perl: string | null, openssh: string | null): readonly string[] | null {
  if (perl === null) return openssh === null ? null : [openssh];
  const program = PARTS.map((name) => readFileSync(new URL(`./sftp-server/${name}.pl`, import.meta.url), 'utf8'));
  const calls = process.platform === 'linux' ? (CALLS[process.arch] ?? []) : [];
  return [perl, '-e', program.join('\n'), '--', ...calls.map(String)];
}

/** The one of this host. Perl is the system's: what a machine's owner puts into /usr/local does not count. */
export const SFTP_SERVER = chooseSftpServer(
  firstExecutable(['/usr/bin/perl', '/bin/perl']),
  // Where the common distributions put it.
  firstExecutable([
    '/usr/lib/openssh/sftp-server',
    '/usr/libexec/openssh/sftp-server',
    '/usr/libexec/sftp-server',
    '/usr/lib/ssh/sftp-server',
  ]),
);
