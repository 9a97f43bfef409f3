import type { Server } from 'node:net';
import type { Backend } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { prefixOf } from '#lib/runtime/forwarder/blocks.ts';
import type { Outside } from '#lib/runtime/forwarder/ways.ts';
import { hasCode, ignore, unaborted } from '#lib/runtime/system/errors.ts';
import { Queue } from '#lib/runtime/system/queues.ts';
import { EngineProcess } from './engine-process.ts';
import { Insides, takeAddress } from './inside.ts';
import type { BalancerSpec, HealthNews, Opening } from './spec.ts';

/** What the load balancers of a host need, and who receives their reports. */
export interface FleetContext {
  readonly network: NonNullable<Backend['network']>;
  readonly outside: Pick<Outside, 'listen'>;
  health(news: HealthNews): void;
  /** Called with load balancers that are no longer served although they were not removed. */
  lost(ids: readonly string[]): void;
  log(line: string): void;
}

/** The load balancers of one VPC and their engine process. */
interface VpcEngine {
  readonly running: Promise<Running>;
  readonly ids: Set<string>;
}

interface Running {
  readonly engine: EngineProcess;
  readonly insides: Insides;
  /** Resolves when the process has ended, and nothing of its load balancers is left in the VPC. */
  readonly ended: Promise<void>;
}

/** The load balancers of a host, with one engine process for each VPC that has any. */
export class Fleet {
  readonly #context: FleetContext;
  readonly #engines = new Map<string, VpcEngine>();
  readonly #queue = new Queue();

  constructor(context: FleetContext) {
    this.#context = context;
  }

  /**
   * Serves a load balancer as the spec says. PORT_IN_USE or FAILED when that is only partly possible; the rest is
   * served.
   */
  balance(spec: BalancerSpec): Promise<void> {
    return this.#queue.run(async () => {
      const vpcEngine = this.#engines.get(spec.vpc.id) ?? this.#begin(spec);
      vpcEngine.ids.add(spec.id);
      const { engine, insides } = await vpcEngine.running;
      await insides.set(spec.id, spec.inside ?? null);
      for (const opening of await engine.order({ act: 'apply', spec })) {
        if (opening.side === 'inside') await engine.order({ act: 'listen', id: spec.id, opening });
        else await this.#open(engine, spec, opening);
      }
    });
  }

  /**
   * Stops serving a load balancer. The engine process ends with the VPC's last one, or when it does not confirm the
   * removal.
   */
  unbalance(id: string): Promise<void> {
    return this.#queue.run(async () => {
      const [vpc, vpcEngine] = [...this.#engines].find(([, { ids }]) => ids.has(id)) ?? [];
      if (!vpcEngine || vpc === undefined) return;
      const running = await vpcEngine.running.catch(() => null);
      vpcEngine.ids.delete(id);
      await running?.insides.set(id, null).catch(ignore);
      if (vpcEngine.ids.size === 0) this.#engines.delete(vpc);
      else if (await isRemoved(running?.engine, id)) return;
      running?.engine.kill();
      await running?.ended;
    });
  }

  /** Has the engines break their connections to a machine that is gone. */
  machineEnded(instance: string): void {
    for (const { running } of this.#engines.values())
      void running.then(({ engine }) => engine.order({ act: 'ended', instance })).catch(ignore);
  }

  /** Ends all of them and waits until their ports are free. */
  async close(): Promise<void> {
    const engines = [...this.#engines.values()];
    this.#engines.clear();
    for (const { running } of engines) {
      const ending = await running.catch(() => null);
      ending?.engine.kill();
      await ending?.ended;
    }
  }

  /** Gives an engine the socket of a listener on the host's address. */
  async #open(engine: EngineProcess, { id, public_ip }: BalancerSpec, opening: Opening): Promise<void> {
    const socket = await this.#listen(public_ip, opening.port);
    await engine.order({ act: 'listen', id, opening }, socket).finally(() => socket.close());
  }

  #begin({ vpc, source_ip }: BalancerSpec): VpcEngine {
    const ids = new Set<string>();
    const vpcEngine: VpcEngine = { ids, running: this.#start(vpc, source_ip) };
    this.#engines.set(vpc.id, vpcEngine);
    const onEnd = () => {
      // An engine that was ended on purpose is no longer in the map.
      if (this.#engines.get(vpc.id) !== vpcEngine) return;
      this.#engines.delete(vpc.id);
      this.#context.lost([...ids]);
    };
    void vpcEngine.running.then(({ ended }) => ended).then(onEnd, onEnd);
    return vpcEngine;
  }

  async #start(vpc: BalancerSpec['vpc'], source: string | null): Promise<Running> {
    const network = await this.#context.network(vpc, unaborted());
    try {
      if (source !== null) await takeAddress(network, `${source}/${prefixOf(vpc.cidr)}`);
      const engine = new EngineProcess(network, this.#context);
      void network.ended.then(() => engine.kill());
      const insides = new Insides(network);
      const ended = engine.gone.then(() => insides.clear()).finally(network.release);
      return { engine, insides, ended };
    } catch (error) {
      network.release();
      throw error;
    }
  }

  async #listen(host: string, port: number): Promise<Server> {
    try {
      const socket = await this.#context.outside.listen(host, port);
      // A connection that comes before the engine has the socket cannot be served.
      socket.on('connection', (client) => client.resetAndDestroy());
      return socket.on('error', ignore);
    } catch (error) {
      if (hasCode(error, 'EADDRINUSE') || (error as Error).message.includes('EADDRINUSE')) {
        throw new DriverError('PORT_IN_USE', `${host}:${port} is in use by another program`);
      }
      throw new DriverError('FAILED', `cannot listen on ${host}:${port}: ${(error as Error).message}`);
    }
  }
}

/** Tells an engine to stop serving a load balancer; false when the engine does not confirm it. */
const isRemoved = (engine: EngineProcess | undefined, id: string): Promise<boolean> =>
  (engine?.order({ act: 'remove', id }) ?? Promise.resolve()).then(
    () => true,
    () => false,
  );
