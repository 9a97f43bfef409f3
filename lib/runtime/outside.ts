import { createSocket } from 'node:dgram';
import { connect, createServer, type Socket } from 'node:net';
import type { Outside } from './forwarder/ways.ts';

/** The address on which ports below 1024 are tried. It is never an elastic IP. */
export const TRIAL_ADDRESS = '127.255.255.253';

/** Opens sockets in this process; rejects with the system's error. */
export const ownOutside: Outside = {
  listen: (host, port) =>
    new Promise((resolve, reject) => {
      const server = createServer({ pauseOnConnect: true, allowHalfOpen: true });
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, () => {
        server.off('error', reject);
        resolve(server);
      });
    }),
  bind: (host, port) =>
    new Promise((resolve, reject) => {
      const socket = createSocket('udp4');
      socket.once('error', (error) => {
        socket.close();
        reject(error);
      });
      socket.bind({ address: host, port, exclusive: true }, () => {
        socket.removeAllListeners('error');
        resolve(socket);
      });
    }),
};

/** Opens a TCP connection that allows half-open; rejects with the system's error. */
export function dial(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, allowHalfOpen: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
