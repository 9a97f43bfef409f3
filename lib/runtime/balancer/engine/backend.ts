import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { BackendHealth, BackendSpec } from '#lib/runtime/balancer/spec.ts';

/** Idle connections that are kept to one port of a backend. */
const kept = 256;
/** Below the five seconds after which Node and others close an idle connection: a request must not meet that. */
const keptFor = 4_000;
/** How long a backend that could not be reached is passed over while there are others. */
const suspicion = 2_000;

/** A machine behind a load balancer, while it is one: its connections, and how it does. */
export class Backend {
  spec: BackendSpec;
  health: BackendHealth = { health: 'initial', reason: 'registering' };
  /** Requests and connections under way. */
  open = 0;
  /** The running sum of smooth weighted round robin. */
  turn = 0;
  readonly agent: Agent;
  readonly #sockets = new Set<Socket>();
  #suspectUntil = 0;

  constructor(spec: BackendSpec, source: string | null) {
    this.spec = spec;
    this.agent = new Agent({
      keepAlive: true,
      keepAliveMsecs: 30_000,
      maxFreeSockets: kept,
      timeout: keptFor,
      scheduling: 'lifo',
      ...(source !== null && { localAddress: source }),
    });
  }

  get id(): string {
    return this.spec.instance_id;
  }

  /** Whether it is given anything new. */
  get serves(): boolean {
    return this.health.health === 'healthy' && this.spec.draining_until === null;
  }

  get suspect(): boolean {
    return this.#suspectUntil > performance.now();
  }

  /** It could not be reached just now: others are tried first for a moment. */
  suspected(): void {
    this.#suspectUntil = performance.now() + suspicion;
  }

  /** The port that a listener's traffic goes to. */
  portFor(target: number): number {
    return this.spec.port ?? target;
  }

  /** Ends a connection with the backend, should that come first. */
  hold(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** Breaks off whatever is still under way. */
  close(): void {
    this.agent.destroy();
    // As broken off, so that whoever is at the other end learns of it.
    for (const socket of this.#sockets) socket.destroy(new Error('its time is over'));
  }
}
