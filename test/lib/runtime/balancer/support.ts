import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { Balancer } from '#lib/runtime/balancer/engine/balancer.ts';
import { type Limits, usualLimits } from '#lib/runtime/balancer/engine/front.ts';
import type { BackendSpec, BalancerSpec, HealthNews, ListenerSpec } from '#lib/runtime/balancer/spec.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** A backend: where it listens. */
export type Place = Pick<BackendSpec, 'private_ip' | 'port'> & { readonly instance_id: string };

export async function listening<S extends Server>(server: S, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((done) => server.listen(0, host, done));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A web server as a backend; health checks ask for /health, which it answers itself. */
export async function web(id: string, serve: RequestListener): Promise<Place & { readonly server: HttpServer }> {
  const server = createHttpServer((incoming, outgoing) => {
    if (incoming.url === '/health') outgoing.end('well');
    else serve(incoming, outgoing);
  });
  onTestFinished(() => server.closeAllConnections());
  return { instance_id: id, private_ip: '127.0.0.1', port: await listening(server), server };
}

/** A TCP server as a backend. */
export async function tcp(id: string, serve: (socket: Socket) => unknown): Promise<Place> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // A health check knocks and leaves.
    socket.on('error', () => socket.destroy());
    serve(socket);
  });
  return { instance_id: id, private_ip: '127.0.0.1', port: await listening(server) };
}

/** A backend that is there and serves. */
export const serving = (place: Place, change: Partial<BackendSpec> = {}): BackendSpec => ({
  instance_id: place.instance_id,
  private_ip: place.private_ip,
  port: place.port,
  weight: 1,
  draining_until: null,
  running: true,
  ...change,
});

/** A load balancer with one listener, at work in this process. */
export interface Running {
  readonly port: number;
  readonly news: HealthNews[];
  change(change: Partial<BalancerSpec>): void;
  /** Has it know that a backend's machine is gone. */
  ended(id: string): void;
  healthOf(id: string): string | undefined;
}

/** What else a test says of the one listener. */
interface Given {
  readonly protocol?: ListenerSpec['protocol'];
  readonly listener?: Partial<ListenerSpec>;
  readonly limits?: Partial<Limits>;
  readonly waits?: false;
}

/** Starts one and waits until every backend that is to be healthy is. */
export async function balancing(
  backends: readonly BackendSpec[],
  given: Partial<BalancerSpec> & Given = {},
): Promise<Running> {
  const { protocol = 'http', limits = {}, waits = true, listener = {}, ...change } = given;
  const socket = createServer();
  const port = await listening(socket);
  let spec: BalancerSpec = {
    id: 'lb-1',
    vpc: { id: 'vpc-1', cidr: '10.20.0.0/20', gateway: '10.20.0.1' },
    source_ip: null,
    public_ip: '127.0.0.1',
    algorithm: 'round_robin',
    sticky: false,
    listeners: [
      { protocol, port, target_port: 1, certificate_ids: (given.certificates ?? []).map(({ id }) => id), ...listener },
    ],
    health_check: {
      protocol: protocol === 'tcp' ? 'tcp' : 'http',
      port: null,
      path: '/health',
      interval_seconds: 0.05,
      timeout_seconds: 30,
      healthy_threshold: 2,
      unhealthy_threshold: 2,
      expected: [{ from: 200, to: 399 }],
    },
    backends,
    ...change,
  };
  const news: HealthNews[] = [];
  const balancer = new Balancer(spec, (one) => void news.push(one), { ...usualLimits, ...limits });
  onTestFinished(() => balancer.close());
  balancer.apply(spec);
  await balancer.listen({ side: 'outside', port }, socket);
  const healthOf = (id: string) => balancer.news().backends.find(([instance]) => instance === id)?.[1].health;
  const wanted = backends.filter(({ draining_until, running }) => draining_until === null && running);
  if (waits) await eventually(() => wanted.every(({ instance_id }) => healthOf(instance_id) === 'healthy'));
  return {
    port,
    news,
    healthOf,
    ended: (id) => balancer.ended(id),
    change(more) {
      spec = { ...spec, ...more };
      balancer.apply(spec);
    },
  };
}

/** What a server says to these bytes, until it ends the connection. */
export function said(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer += part;
    });
    socket.on('error', reject).on('end', () => {
      socket.end();
      resolve(answer);
    });
    socket.write(text, 'latin1');
  });
}
