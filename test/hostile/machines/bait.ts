import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenEverywhere } from '#test/lib/runtime/support/listen-everywhere.ts';
import { PRELUDE } from './syscalls.ts';

/**
 * Files on this host that an attacker wants. Every user of the host can read them, so that only the machine's isolation
 * protects them.
 */
export interface Bait {
  readonly secret: string;
  /** A file with the secret. */
  readonly file: string;
  /** A folder in which every user may write. */
  readonly open: string;
  /** A service on every address of the host. */
  readonly port: number;
  /** The description of a key in the session keyring of the agent. */
  readonly key: string;
  /** Words before the agent's command line which give it that keyring and leave it System V memory of `ipc`. */
  readonly around: readonly string[];
  /** The key of a segment and a queue of System V on the host. */
  readonly ipc: number;
  /** The names of what has come into `open` since it was last asked. */
  planted(): string[];
  remove(): void;
}

const KEYRING = (key: string, secret: string, ipc: number) => `${PRELUDE}
sys("keyctl", 1, 0) == -1 and die "no session keyring: $!";
sys("add_key", "user", ${JSON.stringify(key)}, ${JSON.stringify(secret)}, ${secret.length}, -3) == -1 and die "no key: $!";
defined shmget(${ipc}, 4096, 0666 | 01000) or die "no memory: $!";
defined msgget(${ipc}, 0666 | 01000) or die "no queue: $!";
exec @ARGV or die $!;
`;

const FORGET = (ipc: number) => `
defined(my $m = shmget(${ipc}, 0, 0)) and shmctl($m, 0, 0);
defined(my $q = msgget(${ipc}, 0)) and msgctl($q, 0, 0);
`;

/** Lays it out. */
export async function layBait(run: (file: string, ...args: string[]) => void): Promise<Bait> {
  const dir = mkdtempSync(join(tmpdir(), 'svc-bait-'));
  const open = join(dir, 'open');
  const secret = randomUUID();
  const key = `svc-${secret.slice(0, 8)}`;
  const ipc = Number.parseInt(secret.slice(0, 7), 16);
  mkdirSync(open);
  writeFileSync(join(dir, 'secret'), secret);
  run('chmod', '755', dir);
  run('chmod', '1777', open);
  const server: Server = await listenEverywhere();
  return {
    secret,
    file: join(dir, 'secret'),
    open,
    key,
    ipc,
    port: (server.address() as AddressInfo).port,
    around: ['perl', '-e', KEYRING(key, secret, ipc)],
    planted() {
      const names = readdirSync(open);
      for (const name of names) rmSync(join(open, name), { recursive: true });
      return names;
    },
    remove() {
      server.close();
      run('perl', '-e', FORGET(ipc));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
