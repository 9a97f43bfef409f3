import type { BackendHealth, HealthCheckSpec, ProxyProtocol } from '#lib/runtime/balancer/spec.ts';
import type { Backend } from './backend.ts';
import { probe } from './probe.ts';

const stopped: BackendHealth = { health: 'unused', reason: 'instance_stopped' };
const registering: BackendHealth = { health: 'initial', reason: 'registering' };
const healthy: BackendHealth = { health: 'healthy', reason: null };

/** A port of backends, and how they are told the client there. */
type Way = readonly [port: number, proxy: ProxyProtocol];

/** How a backend is checked. */
export interface Watching {
  readonly check: HealthCheckSpec;
  /** The ports that traffic goes to, each with what a connection there begins with; checked where none is named. */
  readonly ways: readonly Way[];
  readonly source: string | null;
}

/**
 * Checks one backend. The first good answer makes it healthy; after a failure it takes as many good answers as the
 * check says.
 */
export class Watch {
  readonly #backend: Backend;
  readonly #changed: () => void;
  #watching: Watching;
  #good = 0;
  #bad = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(backend: Backend, watching: Watching, changed: () => void) {
    this.#backend = backend;
    this.#watching = watching;
    this.#changed = changed;
    this.refresh(watching);
  }

  /** Applies what may have changed: the check, and whether the machine runs. */
  refresh(watching: Watching): void {
    const { running } = this.#backend.spec;
    const known = this.#backend.health.health;
    const anew = JSON.stringify(watching) !== JSON.stringify(this.#watching);
    this.#watching = watching;
    if (!running) this.#rest();
    else if (known === 'unused') this.#begin(registering);
    else if (anew || !this.#timer) this.#begin(this.#backend.health);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#become(stopped);
  }

  #begin(health: BackendHealth): void {
    this.#good = 0;
    this.#bad = 0;
    this.#become(health);
    this.#plan(0);
  }

  #plan(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), delay);
  }

  async #check(): Promise<void> {
    const { check, source } = this.#watching;
    const began = performance.now();
    const timer = this.#timer;
    const { private_ip: host, silent = false } = this.#backend.spec;
    const reasons = await Promise.all(
      this.#checked().map(([port, proxy]) => (silent ? 'timeout' : probe({ host, port, proxy, source }, check))),
    );
    // Meanwhile the checks were started again, or ended.
    if (this.#closed || timer !== this.#timer) return;
    this.#count(reasons.find((reason) => reason !== null) ?? null);
    this.#plan(Math.max(0, check.interval_seconds * 1000 - (performance.now() - began)));
  }

  /** The ports to check. One that traffic goes to is spoken to as that traffic is. */
  #checked(): readonly Way[] {
    const { check, ways } = this.#watching;
    const { port: own } = this.#backend.spec;
    const port = check.port ?? own;
    if (port === null) return ways;
    return [[port, ways.find(([target]) => (own ?? target) === port)?.[1] ?? 'none']];
  }

  #count(reason: string | null): void {
    const { healthy_threshold, unhealthy_threshold } = this.#watching.check;
    const known = this.#backend.health.health;
    this.#good = reason === null ? this.#good + 1 : 0;
    this.#bad = reason === null ? 0 : this.#bad + 1;
    if (reason === null && (known !== 'unhealthy' || this.#good >= healthy_threshold)) this.#become(healthy);
    if (reason !== null && (known === 'unhealthy' || this.#bad >= unhealthy_threshold)) {
      this.#become({ health: 'unhealthy', reason });
    }
  }

  #become(next: BackendHealth): void {
    const { health, reason } = this.#backend.health;
    this.#backend.health = next;
    if (health !== next.health || reason !== next.reason) this.#changed();
  }
}
