import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'svc-test-ssh-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let made = 0;

const keygen = (...args: string[]) => execFileSync('ssh-keygen', args, { encoding: 'utf8', stdio: 'pipe' });

/** A key pair of OpenSSH's own making. */
export interface KeyPair {
  file: string;
  /** The .pub file's line. */
  line: string;
  /** The private half, as text. */
  secret: string;
  /** As `ssh-keygen -l` prints it. */
  readonly fingerprint: string;
}

/** Makes a key pair; `args` as ssh-keygen takes them. */
export function newKey(...args: string[]): KeyPair {
  const file = join(folder, `key-${made++}`);
  keygen('-q', '-N', '', '-C', 'me@laptop', '-f', file, ...(args.length > 0 ? args : ['-t', 'ed25519']));
  const line = readFileSync(`${file}.pub`, 'utf8').trim();
  return {
    file,
    line,
    secret: readFileSync(file, 'utf8'),
    get fingerprint() {
      return keygen('-l', '-f', `${file}.pub`).split(' ')[1] as string;
    },
  };
}

/** The same public key in another form: RFC4716 or PKCS8. */
export const exported = (key: KeyPair, form: string): string => keygen('-e', '-m', form, '-f', `${key.file}.pub`);

/** A certificate that `authority` gives for the key. */
export function certified(key: KeyPair, authority: KeyPair): string {
  keygen('-q', '-s', authority.file, '-I', 'me', '-n', 'root', `${key.file}.pub`);
  return readFileSync(`${key.file}-cert.pub`, 'utf8').trim();
}

/** A key line out of its parts, each a string of RFC 4251; `type` is the word in front. */
export function lineOf(type: string, ...parts: (string | Buffer)[]): string {
  const blob = parts.flatMap((part) => {
    const bytes = Buffer.from(part as string);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  });
  return `${type} ${Buffer.concat(blob).toString('base64')}`;
}
