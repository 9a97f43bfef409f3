import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { BackendHealth, BackendSpec } from '#lib/runtime/balancer/spec.ts';
import { Channels } from './channels.ts';

/** Idle connections that are kept to one port of a backend. */
const kept = 256;
/**
 * Milliseconds that an idle connection is kept. Less than the five seconds after which Node and others close one, so
 * that no request meets a closing connection.
 */
const keptFor = 4_000;
/** Milliseconds for which a backend that could not be reached is used only when there is no other. */
const suspicion = 2_000;

/** A machine behind a load balancer: its connections and its health. */
export class Backend {
  spec: BackendSpec;
  health: BackendHealth = { health: 'initial', reason: 'registering' };
  /** Requests and connections under way. */
  open = 0;
  /** The running sum of smooth weighted round robin. */
  turn = 0;
  readonly agent: Agent;
  readonly channels: Channels;
  readonly #sockets = new Set<Socket>();
  #suspectUntil = 0;

  constructor(spec: BackendSpec, source: string | null) {
    this.spec = spec;
    const local = source === null ? {} : { localAddress: source };
    this.channels = new Channels((port) => {
      const socket = connect({ host: this.spec.private_ip, port, noDelay: true, ...local });
      this.hold(socket);
      return socket;
    });
    this.agent = new Agent({
      keepAlive: true,
      keepAliveMsecs: 30_000,
      maxFreeSockets: kept,
      timeout: keptFor,
      scheduling: 'lifo',
      ...local,
    });
  }

  get id(): string {
    return this.spec.instance_id;
  }

  /** Whether it receives new requests and connections. */
  get serves(): boolean {
    return this.health.health === 'healthy' && this.spec.draining_until === null;
  }

  get suspect(): boolean {
    return this.#suspectUntil > performance.now();
  }

  /** Notes that it could not be reached: for a moment the others are tried first. */
  suspected(): void {
    this.#suspectUntil = performance.now() + suspicion;
  }

  /** The port of the backend that a listener's traffic goes to. */
  portFor(target: number): number {
    return this.spec.port ?? target;
  }

  /** Registers a connection, which `close` ends unless it has ended before. */
  hold(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** Ends every connection that is still open. */
  close(): void {
    this.agent.destroy();
    // Destroyed with an error, so that the client sees a broken connection and not an orderly end.
    for (const socket of this.#sockets) socket.destroy(new Error('it took too long'));
  }
}
