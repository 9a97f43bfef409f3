import { Server as SecureServer } from 'node:https';
import type { Server } from 'node:net';
import type { BalancerSpec, InsideSpec, ListenerSpec, Opening, Side } from '#lib/runtime/balancer/spec.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { Front, Limits } from './front.ts';
import { makeHttpFront, makeHttpsFront, renewDefault } from './http.ts';
import type { Pool } from './pool.ts';
import { makeTcpFront } from './tcp.ts';
import { type ServedCertificate, serveCertificate } from './tls.ts';

/** A listener that is open on one side. */
interface Opened extends Opening {
  readonly front: Front;
  readonly server: Server;
  /** The address of the inside; null for the outside. */
  readonly address: string | null;
  close(): void;
}

const makers = { http: makeHttpFront, https: makeHttpsFront, tcp: makeTcpFront } as const;

/** The listeners of one load balancer, on the host's address and on the one in the VPC. */
export class Listeners {
  readonly #pool: Pool;
  readonly #limits: Limits;
  #spec: BalancerSpec;
  #opened: Opened[] = [];
  #certificates = new Map<string, ServedCertificate>();

  constructor(spec: BalancerSpec, pool: Pool, limits: Limits) {
    this.#spec = spec;
    this.#pool = pool;
    this.#limits = limits;
  }

  /**
   * Applies a changed spec. Connections that it still allows are not touched; new ones get its certificates. Answers
   * the sockets that it lacks. Throws, and changes nothing, where a certificate cannot be served.
   */
  apply(spec: BalancerSpec): Opening[] {
    this.#certificates = this.#ready(spec);
    this.#spec = spec;
    for (const opened of this.#opened) {
      const target = spec.listeners.find(
        ({ port, protocol }) => port === opened.port && protocol === opened.front.protocol,
      );
      if (target && opened.address === addressOn(opened.side, spec)) this.#refresh(opened, target);
      else this.#shut(opened);
    }
    return this.#sides().flatMap((side) =>
      spec.listeners.filter(({ port }) => !this.#find({ side, port })).map(({ port }) => ({ side, port })),
    );
  }

  /** Serves a listener with a socket that listens already. Closes one that it does not need. */
  listen(opening: Opening, socket: Server): void {
    const server = this.#add(opening);
    if (server) server.listen(socket);
    else socket.close();
  }

  /** Serves a listener on the address in the VPC. Rejects where that cannot be had. */
  async listenInside(port: number): Promise<void> {
    const { address: host } = this.#spec.inside ?? ({} as Partial<InsideSpec>);
    const opening = { side: 'inside', port } as const;
    const server = host === undefined ? undefined : this.#add(opening);
    if (!server) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('listening', resolve).once('error', reject).listen({ host, port, backlog: 511 });
    await promise.catch((error: NodeJS.ErrnoException) => {
      const opened = this.#find(opening);
      if (opened) this.#shut(opened);
      throw new Error(`cannot listen on ${host}:${port} in the VPC (${error.code})`);
    });
  }

  /** Ends every connection and frees every port. */
  close(): void {
    for (const opened of this.#opened) this.#shut(opened);
  }

  #sides(): Side[] {
    return this.#spec.inside ? ['inside', 'outside'] : ['outside'];
  }

  #find({ side, port }: Opening): Opened | undefined {
    return this.#opened.find((one) => one.side === side && one.port === port);
  }

  /** Makes the server of a listener that is not open yet; undefined where there is none to open. */
  #add({ side, port }: Opening): Server | undefined {
    const listener = this.#spec.listeners.find((one) => one.port === port);
    if (!listener || this.#find({ side, port })) return undefined;
    const front = this.#frontOf(listener);
    const server: Server = makers[listener.protocol](front);
    const connections = new Set<{ destroy(): void }>();
    server.on('connection', (client) => {
      connections.add(client);
      client.once('close', () => connections.delete(client));
    });
    // When descriptors run out, for example, that connection is lost and the port stays open.
    server.on('error', ignore);
    const close = () => {
      server.close();
      for (const client of connections) client.destroy();
    };
    this.#opened.push({ side, port, front, server, address: addressOn(side, this.#spec), close });
    return server;
  }

  #frontOf(listener: ListenerSpec): Front {
    const { protocol, port, target_port: target } = listener;
    const { source_ip: source } = this.#spec;
    return { pool: this.#pool, protocol, port, target, source, limits: this.#limits, ...this.#changing(listener) };
  }

  /** What of a listener may change while it is open. */
  #changing(listener: ListenerSpec): Pick<Front, 'certificates' | 'redirect' | 'proxy' | 'grpc'> {
    return {
      certificates: (listener.certificate_ids ?? []).flatMap((id) => this.#certificates.get(id) ?? []),
      redirect: listener.redirect_https ? redirectPort(this.#spec) : null,
      proxy: listener.proxy_protocol ?? 'none',
      grpc: listener.backend_protocol === 'grpc',
    };
  }

  #refresh({ front, server }: Opened, target: ListenerSpec): void {
    const [before] = front.certificates;
    Object.assign(front, { target: target.target_port, ...this.#changing(target) });
    if (server instanceof SecureServer && front.certificates[0]?.id !== before?.id) renewDefault(server, front);
  }

  #shut(opened: Opened): void {
    this.#opened = this.#opened.filter((one) => one !== opened);
    opened.close();
  }

  /** The certificates that the listeners name; those that are known are not made again. */
  #ready({ listeners, certificates = [] }: BalancerSpec): Map<string, ServedCertificate> {
    const wanted = new Set(listeners.flatMap(({ certificate_ids = [] }) => certificate_ids));
    const ready = [...wanted].map((id): [string, ServedCertificate] => {
      const given = certificates.find((one) => one.id === id);
      const served = this.#certificates.get(id) ?? (given && serveCertificate(given));
      if (!served) throw new Error(`certificate ${id} cannot be opened`);
      return [id, served];
    });
    return new Map(ready);
  }
}

const addressOn = (side: Side, { inside }: BalancerSpec): string | null =>
  side === 'inside' ? (inside?.address ?? null) : null;

/** Where http listeners send clients: port 443 if that is an https listener, else the first one; null without any. */
function redirectPort({ listeners }: BalancerSpec): number | null {
  const ports = listeners.filter(({ protocol }) => protocol === 'https').map(({ port }) => port);
  return ports.find((port) => port === 443) ?? ports[0] ?? null;
}
