import { connect, type Socket } from 'node:net';
import type { GuestSsh } from '#lib/runtime/backend.ts';
import { joinSockets } from '#lib/runtime/forwarder/join-sockets.ts';
import { KEEP_USER_DATA, RUN_USER_DATA } from '#lib/runtime/machines/first-boot.ts';
import type { AuthorizedKey } from '#lib/runtime/ssh/keys.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { Queue } from '#lib/runtime/system/queues.ts';
import type { Control } from './control.ts';

/** Most connections to one machine at a time; more are refused until one ends. */
const MAX_CONNECTIONS = 200;

/** A guest's own SSH service, reached at a port of this host's loopback. The keys in `always` are never removed. */
export function ownSsh(options: {
  readonly control: Control;
  readonly port: number;
  readonly user: string;
  readonly always: readonly string[];
  readonly keys: readonly string[];
}): GuestSsh {
  const { control, port, user, always } = options;
  const open = new Set<Socket>();
  const visitors = new Map<Socket, readonly string[]>();
  let keys = options.keys;
  // One write at a time: the file that is written last counts.
  const writes = new Queue();
  const write = () =>
    writes.run(() =>
      control.need(`/usr/lib/svc/keys ${user}`, linesOf([...always, ...keys, ...[...visitors.values()].flat()])),
    );
  const pass = (near: Socket) => {
    near.allowHalfOpen = true;
    const far = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
    joinSockets(near, far);
  };
  return {
    accept(socket, only) {
      if (!only && open.size >= MAX_CONNECTIONS) return void socket.destroy();
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      if (!only) return pass(socket);
      visitors.set(socket, only.map(lineOf));
      socket.once('close', () => {
        visitors.delete(socket);
        write().catch(ignore);
      });
      write().then(
        () => pass(socket),
        () => socket.destroy(),
      );
    },
    close() {
      for (const socket of open) socket.destroy();
    },
    async authorize(next) {
      keys = next;
      await write();
    },
    async firstBoot(userData) {
      await control.need(KEEP_USER_DATA, userData);
      if (userData.startsWith('#!')) await control.needOnce(`(${RUN_USER_DATA}) >/dev/null 2>&1 </dev/null &`);
    },
  };
}

const lineOf = ({ key }: AuthorizedKey): string => `${key.type} ${key.getPublicSSH().toString('base64')}`;

/** The lines as text that ends with a line break. */
export const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
