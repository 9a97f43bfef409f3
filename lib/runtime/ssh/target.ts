import type { Socket } from 'node:net';
import type { Launch, Login } from '#lib/runtime/launch.ts';
import type { HostKey } from './host-key.ts';
import type { AuthorizedKey } from './keys.ts';

/** What the SSH server needs from its machine. */
export interface SshTarget {
  readonly hostKey: HostKey;
  readonly users: readonly string[];
  /** The keys that may log in as this user now. */
  keys(user: string): readonly AuthorizedKey[];
  launch(login: Login): Launch;
  dial?(host: string, port: number): Promise<Socket>;
}
