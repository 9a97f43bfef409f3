import type { Server } from 'node:net';
import type { BackendSpec, BalancerSpec, HealthNews, Opening, ProxyProtocol } from '#lib/runtime/balancer/spec.ts';
import { Backend } from './backend.ts';
import { usualLimits } from './front.ts';
import { Watch, type Watching } from './health.ts';
import { Listeners } from './listeners.ts';
import { Pool } from './pool.ts';

/** Called when the health of one of a load balancer's backends changes. */
export type HealthListener = (news: HealthNews) => void;

/** One load balancer that is being served. */
export class Balancer {
  #spec: BalancerSpec;
  readonly #pool: Pool;
  readonly #listeners: Listeners;
  readonly #onHealth: HealthListener;
  readonly #watches = new Map<string, Watch>();
  readonly #ends = new Map<string, NodeJS.Timeout>();

  constructor(spec: BalancerSpec, onHealth: HealthListener, limits = usualLimits) {
    this.#spec = spec;
    this.#onHealth = onHealth;
    this.#pool = new Pool(spec.id);
    this.#listeners = new Listeners(spec, this.#pool, limits);
  }

  /**
   * Applies a changed spec. Connections that the new spec still allows are not touched. Answers the sockets that it
   * lacks. Throws, and changes nothing, where a certificate cannot be served.
   */
  apply(spec: BalancerSpec): Opening[] {
    const missing = this.#listeners.apply(spec);
    this.#spec = spec;
    this.#pool.configure(spec);
    for (const backend of this.#pool.all()) {
      const target = spec.backends.find(({ instance_id }) => instance_id === backend.id);
      if (target?.private_ip !== backend.spec.private_ip) this.#drop(backend);
    }
    for (const target of spec.backends) this.#take(target);
    return missing;
  }

  /**
   * Opens one of its listeners: outside with a socket that listens already, inside with one of its own. Rejects where
   * that cannot be had.
   */
  async listen(opening: Opening, socket?: Server): Promise<void> {
    if (socket) this.#listeners.listen(opening, socket);
    else await this.#listeners.listenInside(opening.port);
  }

  /** Breaks the connections to a machine that is gone; requests that may be repeated go to another backend. */
  ended(instance: string): void {
    const backend = this.#pool.get(instance);
    backend?.suspected();
    backend?.close();
  }

  /** The present health of its backends. */
  news(): HealthNews {
    const watched = this.#pool.all().filter(({ spec }) => spec.draining_until === null);
    return { id: this.#spec.id, backends: watched.map(({ id, health }) => [id, health]) };
  }

  /** Ends every connection and frees every port. */
  close(): void {
    this.#listeners.close();
    for (const backend of this.#pool.all()) this.#drop(backend);
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
    // Where two listeners have one target, it is checked once, as the first one's.
    const ways = new Map<number, ProxyProtocol>();
    for (const { target_port, proxy_protocol } of this.#spec.listeners)
      if (!ways.has(target_port)) ways.set(target_port, proxy_protocol ?? 'none');
    return { check: this.#spec.health_check, ways: [...ways], source: this.#spec.source_ip };
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
