import { WebSocket } from 'ws';
import type { HostLink } from './link/link.ts';

interface Listening {
  readonly link: Pick<HostLink, 'handshake'>;
  /** Called when the bell is rung, and when it can be from now on: what was meant before was not heard. */
  readonly ring: () => void;
}

/** A bell that is listened for. */
export interface ListenedBell {
  close(): void;
}

/** Milliseconds until a connection is asked for again: at first, and at most while none can be had. */
const soonest = 1_000;
const latest = 60_000;

/** Milliseconds after which a gateway would end a connection by which nothing goes: ten minutes, and less. */
const sayEvery = 9 * 60_000;

/** Milliseconds that a handshake may take. */
const handshakeMs = 10_000;

/**
 * Listens for the bell of this host at `address`, to which a connection is kept: one that ends is asked for again, at
 * growing times, of which half is chance so that not all hosts come at once. Without one, work is found by heartbeats.
 */
export function listenForBell(address: string, { link, ring }: Listening): ListenedBell {
  const closing = new AbortController();
  let connection: WebSocket | undefined;
  let pause = soonest;
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    if (closing.signal.aborted) return;
    timer = setTimeout(() => void open(), pause / 2 + (Math.random() * pause) / 2).unref();
    pause = Math.min(latest, 2 * pause);
  };
  const open = async () => {
    const { query, headers } = await link.handshake();
    if (closing.signal.aborted) return;
    connection = new WebSocket(`${address}?${query}`, {
      headers,
      handshakeTimeout: handshakeMs,
      maxPayload: 1024,
      perMessageDeflate: false,
    });
    follow(connection);
  };
  const follow = (opened: WebSocket) => {
    const saying = setInterval(() => opened.readyState === WebSocket.OPEN && opened.send('here'), sayEvery).unref();
    opened.on('open', () => {
      pause = soonest;
      ring();
    });
    // Whatever it says, it is a ring.
    opened.on('message', ring);
    opened.on('error', () => opened.terminate());
    opened.on('close', () => {
      clearInterval(saying);
      again();
    });
  };
  open().catch(again);
  return {
    close() {
      closing.abort();
      clearTimeout(timer);
      connection?.terminate();
    },
  };
}
