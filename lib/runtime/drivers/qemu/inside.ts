import { connect, type Socket } from 'node:net';
import type { Inside } from '#lib/runtime/forwarder/ways.ts';
import type { Control } from './control.ts';
import type { HostPorts } from './host-ports.ts';

/** Milliseconds for which a list of a guest's listening ports is used again. */
const FRESH_MS = 1000;
const LISTEN = '0A';
const LOOPBACK = /^0100007F:/;

/** The forwarder's access to a guest: TCP only, over the network that the guest shares with this host. */
export function insideOf(ports: HostPorts, control: Control, ended: Promise<unknown>): Inside {
  let known: number[] = [];
  let asked = Number.NEGATIVE_INFINITY;
  let up = true;
  void ended.then(() => {
    up = false;
  });
  const look = async () => {
    const { code, stdout } = await control.run('cat /proc/net/tcp /proc/net/tcp6');
    if (code === 0) known = listeningIn(stdout);
  };
  return {
    address: '127.0.0.1',
    connect: async (port) => reach(await ports.open(port)),
    datagrams: () => Promise.reject(new Error('datagrams are not forwarded to this kind of machine')),
    listening(protocol) {
      if (protocol !== 'tcp') return [];
      if (up && performance.now() - asked > FRESH_MS) {
        asked = performance.now();
        look().catch(() => undefined);
      }
      return known;
    },
  };
}

/** Ports of /proc/net/tcp that are open on more than the loopback (proc(5)). */
export function listeningIn(table: string): number[] {
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/));
  const open = rows.filter(([, own = '', , state]) => state === LISTEN && !LOOPBACK.test(own));
  return [...new Set(open.map(([, own = '']) => Number.parseInt(own.split(':')[1] ?? '0', 16)))];
}

function reach(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket.pause());
    });
  });
}
