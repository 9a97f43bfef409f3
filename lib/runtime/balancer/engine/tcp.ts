import { connect, createServer, type Server, type Socket } from 'node:net';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { Backend } from './backend.ts';
import type { Front } from './front.ts';
import { endsOf, proxyHeader } from './proxy-header.ts';
import { join } from './upgrade.ts';

/**
 * A TCP listener. Each connection is passed to a backend byte for byte, after a PROXY header where the listener has
 * one, and reset when no backend is available.
 */
export function makeTcpFront(front: Front): Server {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true });
  server.maxConnections = front.limits.connections;
  server.on('connection', (client) => {
    client.on('error', ignore);
    const source = client.remoteAddress ?? '';
    const backend = front.pool.forConnection(source);
    if (backend) dial(front, client, backend, () => front.pool.forConnection(source, backend));
    else client.resetAndDestroy();
  });
  return server;
}

/** Connects a client to a backend, or to another one when this one cannot be reached: no byte has been sent yet. */
function dial(front: Front, client: Socket, backend: Backend, another?: () => Backend | undefined): void {
  const { limits, source, target } = front;
  const upstream = connect({
    host: backend.spec.private_ip,
    port: backend.portFor(target),
    noDelay: true,
    allowHalfOpen: true,
    ...(source !== null && { localAddress: source }),
  });
  backend.open += 1;
  backend.hold(upstream);
  upstream.once('close', () => {
    backend.open -= 1;
  });
  const timer = setTimeout(() => upstream.destroy(new Error('too late')), limits.connect);
  const abandon = () => upstream.destroy();
  client.once('close', abandon);
  const failed = () => {
    clearTimeout(timer);
    client.off('close', abandon);
    backend.suspected();
    const other = client.destroyed ? undefined : another?.();
    if (other) dial(front, client, other);
    else client.resetAndDestroy();
  };
  upstream.once('error', failed);
  upstream.once('connect', () => {
    clearTimeout(timer);
    upstream.off('error', failed);
    client.off('close', abandon);
    upstream.write(proxyHeader(front.proxy, endsOf(client)));
    join(client, upstream, backend, limits.idle);
    client.resume();
  });
}
