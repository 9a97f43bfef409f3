import type { Server } from 'node:net';
import type { BackendSpec, BalancerSpec, HealthNews, ListenerSpec } from '#lib/runtime/balancer/spec.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { Backend } from './backend.ts';
import type { Front } from './front.ts';
import { type Limits, usualLimits } from './front.ts';
import { Watch, type Watching } from './health.ts';
import { makeHttpFront } from './http.ts';
import { Pool } from './pool.ts';
import { makeTcpFront } from './tcp.ts';

interface Opened {
  readonly protocol: ListenerSpec['protocol'];
  readonly front: Front;
  close(): void;
}

/** Called when the health of one of a load balancer's backends changes. */
export type HealthListener = (news: HealthNews) => void;

/** One load balancer that is being served. */
export class Balancer {
  #spec: BalancerSpec;
  readonly #pool: Pool;
  readonly #limits: Limits;
  readonly #onHealth: HealthListener;
  readonly #watches = new Map<string, Watch>();
  readonly #listeners = new Map<number, Opened>();
  readonly #ends = new Map<string, NodeJS.Timeout>();

  constructor(spec: BalancerSpec, onHealth: HealthListener, limits = usualLimits) {
    this.#spec = spec;
    this.#onHealth = onHealth;
    this.#limits = limits;
    this.#pool = new Pool(spec.id);
  }

  /**
   * Applies a changed spec. Connections that the new spec still allows are not touched. Answers the ports that lack a
   * socket.
   */
  apply(spec: BalancerSpec): number[] {
    this.#spec = spec;
    this.#pool.configure(spec);
    for (const [port, opened] of this.#listeners) {
      const target = spec.listeners.find((listener) => listener.port === port && listener.protocol === opened.protocol);
      if (target) opened.front.target = target.target_port;
      else this.#shut(port, opened);
    }
    for (const backend of this.#pool.all()) {
      const target = spec.backends.find(({ instance_id }) => instance_id === backend.id);
      if (target?.private_ip !== backend.spec.private_ip) this.#drop(backend);
    }
    for (const target of spec.backends) this.#take(target);
    return spec.listeners.map(({ port }) => port).filter((port) => !this.#listeners.has(port));
  }

  /** Serves one of its ports with a socket that listens already. Closes a socket for a port that it does not have. */
  listen(port: number, socket: Server): void {
    const listener = this.#spec.listeners.find((one) => one.port === port);
    if (!listener || this.#listeners.has(port)) {
      socket.close();
      return;
    }
    const { protocol, target_port: target } = listener;
    const front: Front = { pool: this.#pool, port, target, source: this.#spec.source_ip, limits: this.#limits };
    const server = protocol === 'http' ? makeHttpFront(front) : makeTcpFront(front);
    const connections = new Set<{ destroy(): void }>();
    server.on('connection', (client) => {
      connections.add(client);
      client.once('close', () => connections.delete(client));
    });
    // When descriptors run out, for example, that connection is lost and the port stays open.
    server.on('error', ignore);
    server.listen(socket);
    const close = () => {
      server.close();
      for (const client of connections) client.destroy();
    };
    this.#listeners.set(port, { protocol, front, close });
  }

  /** The present health of its backends. */
  news(): HealthNews {
    const watched = this.#pool.all().filter(({ spec }) => spec.draining_until === null);
    return { id: this.#spec.id, backends: watched.map(({ id, health }) => [id, health]) };
  }

  /** Ends every connection and frees every port. */
  close(): void {
    for (const [port, opened] of this.#listeners) this.#shut(port, opened);
    for (const backend of this.#pool.all()) this.#drop(backend);
  }

  #shut(port: number, opened: Opened): void {
    this.#listeners.delete(port);
    opened.close();
  }

  #take(spec: BackendSpec): void {
    const known = this.#pool.get(spec.instance_id);
    const backend = known ?? new Backend(spec, this.#spec.source_ip);
    backend.spec = spec;
    if (!known) this.#pool.add(backend);
    clearTimeout(this.#ends.get(backend.id));
    if (spec.draining_until !== null) this.#drain(backend, spec.draining_until);
    else this.#watch(backend);
  }

  #watch(backend: Backend): void {
    const watching = this.#watching();
    const known = this.#watches.get(backend.id);
    if (known) known.refresh(watching);
    else this.#watches.set(backend.id, new Watch(backend, watching, () => this.#onHealth(this.news())));
  }

  #watching(): Watching {
    const ports = [...new Set(this.#spec.listeners.map(({ target_port }) => target_port))];
    return { check: this.#spec.health_check, ports, source: this.#spec.source_ip };
  }

  #drain(backend: Backend, until: number): void {
    this.#watches.get(backend.id)?.close();
    this.#watches.delete(backend.id);
    this.#ends.set(
      backend.id,
      setTimeout(() => backend.close(), Math.max(0, until - Date.now())),
    );
  }

  #drop(backend: Backend): void {
    clearTimeout(this.#ends.get(backend.id));
    this.#ends.delete(backend.id);
    this.#watches.get(backend.id)?.close();
    this.#watches.delete(backend.id);
    this.#pool.remove(backend);
  }
}
