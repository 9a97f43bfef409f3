import { AgentFaults } from '#lib/agent/faults.ts';
import type { HostLink, LinkInput } from '#lib/agent/link/link.ts';
import { unlessGone } from '#lib/agent/link/link-error.ts';
import type { AssignedBalancer } from '#lib/model/compute/host-messages.ts';
import type { BackendHealth, BalancerSpec, HealthNews } from '#lib/runtime/balancer/spec.ts';
import type { BalancingDriver, ComputeDriver } from '#lib/runtime/driver.ts';
import { failByFault, withFaults } from './faults.ts';

/**
 * The least milliseconds between two reads while the host has no load balancer. One whose ring was lost starts that
 * much later.
 */
const idleCheckInterval = 10_000;
/** Milliseconds before a load balancer that could not be served is tried again. */
const retryAfter = 2_000;

/** The longest sentence about a failure that is sent. */
const MAX_REASON = 1000;

/** A load balancer that is served now. */
interface Served {
  /** Its spec as text; empty where the driver has lost it or refused it. */
  text: string;
  failedAt: number;
}

/**
 * Keeps a host's load balancers as the table describes them, and reports the health of their backends.
 * Work that was unfinished when the agent ended is done again by the next start.
 */
export class BalancerKeeper {
  readonly #link: HostLink;
  readonly #driver: ComputeDriver;
  readonly #log: (text: string) => void;
  readonly #faults: AgentFaults;
  readonly #every: number;
  readonly #unfollow: () => void;
  readonly #served = new Map<string, Served>();
  /** Health results that are not reported yet. */
  readonly #health = new Map<string, Map<string, BackendHealth>>();
  readonly #loop: Promise<void>;
  #closed = false;
  #isIdle = false;
  #wake: () => void = () => undefined;

  /** `every`: milliseconds between two reads of its load balancers when the bell is not rung. */
  constructor(
    link: HostLink,
    driver: ComputeDriver,
    log: (text: string) => void,
    { faults = new AgentFaults(), every = 1_000 }: { faults?: AgentFaults; every?: number } = {},
  ) {
    this.#every = every;
    this.#link = link;
    this.#driver = driver;
    this.#log = log;
    this.#faults = faults;
    this.#unfollow = faults.onChange(() => this.#markLost([...this.#served.keys()]));
    driver.onPowerOff(() => this.wake());
    driver.balancing?.onHealth((news) => this.#receiveHealth(news));
    driver.balancing?.onLost((ids) => this.#markLost(ids));
    this.#loop = this.#run();
  }

  /** Asks at once. Called on a wakeup, or when a machine went up or down. */
  wake(): void {
    this.#wake();
  }

  /** Stops changing anything. What is served stays served until the driver is closed. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#unfollow();
    this.#wake();
    await this.#loop;
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      let woken = false;
      this.#wake = () => {
        woken = true;
      };
      await this.#checkAll().catch((error: Error) => this.#log(`load balancers: ${error.message}`));
      if (!woken && !this.#closed) await this.#waitForWakeup(this.#pause());
    }
  }

  /** What failed is tried again before the others are read. */
  #pause(): number {
    if (this.#isIdle) return Math.max(this.#every, idleCheckInterval);
    const failed = [...this.#served.values()].some(({ failedAt }) => failedAt !== Number.NEGATIVE_INFINITY);
    return failed ? Math.min(this.#every, retryAfter) : this.#every;
  }

  #waitForWakeup(time: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, time);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async #checkAll(): Promise<void> {
    this.#isIdle = false;
    if (this.#faults.lost) return;
    const { balancers: assignments } = await this.#link.call('listHostBalancers', {});
    for (const assignment of assignments) {
      await this.#check(assignment).catch((error: Error) =>
        this.#log(`load balancer ${assignment.id}: ${error.message}`),
      );
    }
    const known = new Set(assignments.map(({ id }) => id));
    for (const id of this.#served.keys()) if (!known.has(id)) await this.#remove(id);
    for (const [id, news] of this.#health) await this.#sendHealth(id, news);
    this.#isIdle = assignments.length === 0;
  }

  async #check(assigned: AssignedBalancer): Promise<void> {
    const { balancing } = this.#driver;
    if (!assigned.description) {
      await this.#remove(assigned.id);
      await this.#report(assigned, { state: 'gone' });
    } else if (balancing) {
      const spec = await withFaults(this.#faults, assigned, await this.#withPower(assigned.description));
      await this.#serve(assigned, spec, balancing);
      if (assigned.drained) await this.#report(assigned, { drained: true });
    } else {
      await this.#fail(assigned, `host ${this.#link.hostId} cannot balance load`);
    }
  }

  async #serve(assigned: AssignedBalancer, spec: BalancerSpec, driver: BalancingDriver): Promise<void> {
    const served = this.#served.get(assigned.id) ?? { text: '', failedAt: Number.NEGATIVE_INFINITY };
    this.#served.set(assigned.id, served);
    const text = JSON.stringify(spec);
    if (text !== served.text) {
      if (performance.now() - served.failedAt < retryAfter) return;
      served.text = '';
      try {
        await failByFault(this.#faults, assigned);
        await driver.balance(spec);
      } catch (error) {
        served.failedAt = performance.now();
        return this.#fail(assigned, (error as Error).message);
      }
      served.text = text;
      served.failedAt = Number.NEGATIVE_INFINITY;
    }
    if (assigned.status !== 'active') await this.#report(assigned, { state: 'serving' });
  }

  async #fail(assigned: AssignedBalancer, because: string): Promise<void> {
    const reason = because.slice(0, MAX_REASON);
    const isKnown = assigned.status === 'error' && assigned.status_reason === reason;
    if (!isKnown) await this.#report(assigned, { state: 'failed', reason });
  }

  async #report({ id, rev }: AssignedBalancer, report: Omit<LinkInput<'reportBalancer'>, 'rev'>): Promise<void> {
    await unlessGone(this.#link.call('reportBalancer', { rev, ...report }, { id }));
  }

  async #withPower(description: AssignedBalancer['description'] & object): Promise<BalancerSpec> {
    const power = async (id: string) => (await this.#driver.status(id)) === 'running';
    const { backends } = description;
    return {
      ...description,
      backends: await Promise.all(backends.map(async (one) => ({ ...one, running: await power(one.instance_id) }))),
    };
  }

  async #remove(id: string): Promise<void> {
    await this.#driver.balancing?.unbalance(id);
    this.#served.delete(id);
    this.#health.delete(id);
  }

  #markLost(ids: readonly string[]): void {
    for (const id of ids) {
      const served = this.#served.get(id);
      if (served) served.text = '';
    }
    this.wake();
  }

  #receiveHealth({ id, backends }: HealthNews): void {
    this.#health.set(id, new Map([...(this.#health.get(id) ?? []), ...backends]));
    this.wake();
  }

  async #sendHealth(id: string, news: ReadonlyMap<string, BackendHealth>): Promise<void> {
    if (!this.#served.has(id)) return;
    const health = Object.fromEntries(news);
    // Health is of backends, whatever the version of the record.
    await unlessGone(this.#link.call('reportBalancer', { rev: 0, health }, { id }));
    // Results that arrived meanwhile are reported next time.
    if (this.#health.get(id) === news) this.#health.delete(id);
  }
}
