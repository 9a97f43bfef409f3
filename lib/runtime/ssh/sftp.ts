import { readFileSync } from 'node:fs';
import { firstExecutable } from '#lib/runtime/system/tools.ts';

/** The files of our own server's program, in order. */
export const SFTP_PARTS = ['wire', 'attributes', 'handles', 'paths', 'extensions', 'serve'];

/** Numbers of system calls (syscalls(2)) that perl has no function for; they differ between architectures. */
const CALLS: Partial<Record<NodeJS.Architecture, readonly [statfs: number, utimensat: number, fchownat: number]>> = {
  x64: [137, 280, 260],
  arm64: [43, 88, 54],
  riscv64: [43, 88, 54],
  loong64: [43, 88, 54],
};

/** The arguments of the program. */
export const sftpArguments: readonly string[] = (process.platform === 'linux' ? (CALLS[process.arch] ?? []) : []).map(
  String,
);

/**
 * Chooses the program, with its arguments, that serves sftp inside a machine with the machine's rights. It is our own,
 * passed as text to the perl that machines share with the host; OpenSSH's when there is no perl; null when there is
 * neither.
 */
export function chooseSftpServer(perl: string | null, openssh: string | null): readonly string[] | null {
  if (perl === null) return openssh === null ? null : [openssh];
  const program = SFTP_PARTS.map((name) => readFileSync(new URL(`./sftp-server/${name}.pl`, import.meta.url), 'utf8'));
  return [perl, '-e', program.join('\n'), '--', ...sftpArguments];
}

/** The sftp server of this host. Perl must be the system's, because a machine's owner can write to /usr/local. */
export const SFTP_SERVER = chooseSftpServer(
  firstExecutable(['/usr/bin/perl', '/bin/perl']),
  // The usual paths of common distributions.
  firstExecutable([
    '/usr/lib/openssh/sftp-server',
    '/usr/libexec/openssh/sftp-server',
    '/usr/libexec/sftp-server',
    '/usr/lib/ssh/sftp-server',
  ]),
);
