import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { LinkError } from '#lib/agent/link/link-error.ts';
import { closeCodes, mostConsoles, tooManyConsoles } from '#lib/model/compute/console.ts';
import type { BrowserHandshake, OpenedConsole } from '#lib/model/compute/host-messages.ts';
import { ApiError, type ErrorCode } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { Console, type ConsoleContext, noteClosed } from './console.ts';
import { type Door, handshakeOf, isForConsole, notHere } from './door.ts';
import { refuseHandshake, refuseRequest } from './refuse.ts';

/** Largest frame from a browser, in bytes. */
const MAX_FRAME = 64 * 1024;
/** Handshakes about which the control plane is asked at the same time. */
const MOST_ASKED = 64;
/** Seconds between two checks that consoles are still allowed, and between two pings of a browser. */
const RECHECK_EVERY = 3;
const PROBE_EVERY = 30;
const CLOSE_WITHIN_MS = 500;

/** The consoles of a host's machines. */
export interface Relay {
  /** Closes every console with 1012, and the socket. */
  close(): Promise<void>;
}

/** Serves consoles to the browsers that come in by a door. */
export function startRelay(door: Door, context: ConsoleContext): Relay {
  const consoles = new Set<Console>();
  const receive = admission(door, context, consoles);
  const upgrade = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false });
  door.server.on('request', (req, res) => {
    if (!door.answer(req, res)) refuseRequest(req, res, newId('request', new Date()), notHere(req));
  });
  door.server.on('upgrade', (req, socket, head) => {
    socket.on('error', () => socket.destroy());
    const request = handshakeOf(req, door);
    receive(request, req)
      .then((opened) => upgrade.handleUpgrade(req, socket, head, opened))
      .catch((error: unknown) => refuse(socket, request.id, error));
  });
  upgrade.on('wsClientError', (error, socket, req) => {
    refuseHandshake(
      socket,
      handshakeOf(req, door).id,
      new ApiError('validation_failed', `handshake: ${error.message}`),
    );
  });
  const refuse = (socket: Duplex, id: string, error: unknown) => {
    if (!(error instanceof ApiError)) context.log(`console: ${(error as Error).stack}`);
    refuseHandshake(socket, id, error);
  };
  const watch = watchOver(consoles);
  return {
    async close() {
      clearInterval(watch);
      for (const console of consoles) console.close(closeCodes.restarting, 'the host agent goes down');
      const end = performance.now() + CLOSE_WITHIN_MS;
      while (consoles.size > 0 && performance.now() < end) await wait(10);
      for (const console of consoles) console.cut();
      door.close();
    },
  };
}

/** How browsers are admitted: answers what opens a console on a WebSocket, or throws the refusal. */
function admission(door: Door, context: ConsoleContext, consoles: Set<Console>) {
  const rooms = new Rooms();
  let asked = 0;
  return async (request: BrowserHandshake, req: IncomingMessage) => {
    if (!isForConsole(req)) throw notHere(req);
    door.check(request);
    if (asked >= MOST_ASKED) throw busy();
    asked += 1;
    const opening = await openedBy(context, request, rooms.full()).finally(() => (asked -= 1));
    const leave = rooms.enter(opening.principal_id);
    if (!leave) {
      // Others of this principal were opened while the control plane decided.
      await noteClosed(context, opening, closeCodes.denied);
      throw tooManyConsoles();
    }
    // The console leaves when its connection closes, however the handshake ended.
    if (req.socket.destroyed) leave();
    else req.socket.once('close', leave);
    return (socket: WebSocket) => {
      const console = new Console(context, socket, opening);
      consoles.add(console);
      socket.once('close', () => consoles.delete(console));
      void console.start();
    };
  };
}

const busy = () =>
  new ApiError('dependency_unavailable', 'too many consoles are being opened here; try again', { retryAfter: 1 });

/** Asks the control plane whether a console may be opened. Throws its refusal, as the browser is to read it. */
async function openedBy({ link }: ConsoleContext, handshake: BrowserHandshake, full: string[]): Promise<OpenedConsole> {
  const reply = await link.call('openHostConsole', { handshake, full }).catch((error: Error) => {
    if (!(error instanceof LinkError)) throw error;
    const message = 'a service behind the console does not answer; try again';
    throw new ApiError('dependency_unavailable', message, { retryAfter: 1, cause: error });
  });
  if ('opened' in reply) return reply.opened;
  const { code, status, message, retry_after, headers } = reply.refused;
  const details = { status, headers, ...(retry_after !== undefined && { retryAfter: retry_after }) };
  throw new ApiError(code as ErrorCode, message, details);
}

/** Counts consoles by principal, from the handshake on. */
class Rooms {
  readonly #open = new Map<string, number>();

  /** The principals that have as many consoles open as they may. */
  full(): string[] {
    return [...this.#open].flatMap(([id, open]) => (open >= mostConsoles ? [id] : []));
  }

  /** Counts one console; the returned function removes it again. Undefined where there is no room. */
  enter(id: string): (() => void) | undefined {
    const open = this.#open.get(id) ?? 0;
    if (open >= mostConsoles) return undefined;
    this.#open.set(id, open + 1);
    return () => {
      const left = (this.#open.get(id) ?? 1) - 1;
      if (left > 0) this.#open.set(id, left);
      else this.#open.delete(id);
    };
  }
}

function watchOver(consoles: ReadonlySet<Console>): NodeJS.Timeout {
  let second = 0;
  return setInterval(() => {
    second += 1;
    for (const console of consoles) {
      console.glance();
      if (second % RECHECK_EVERY === 0) void console.recheck();
      if (second % PROBE_EVERY === 0) console.probe();
    }
  }, 1000).unref();
}
