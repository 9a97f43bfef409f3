import type { RemoteInfo, Socket } from 'node:dgram';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { Admit, Forward, Inside, Outside, Place } from './ways.ts';

/** Milliseconds without a datagram after which a flow is forgotten. */
const IDLE_MS = 60_000;
/** Most clients of one port at a time; datagrams of further clients are dropped. */
const MAX_FLOWS = 256;

/**
 * One client's datagrams to one port. Each client gets a port of its own towards the machine, so that answers reach the
 * right client.
 */
interface Flow {
  /** Resolves to the open socket, or to null when it could not be opened. */
  readonly socket: Promise<Socket | null>;
  readonly idle: NodeJS.Timeout;
  /** Returns its descriptor. */
  leave(): void;
}

/** Forwards datagrams to the same port of a machine, and the machine's answers back. */
export async function forwardUdp(
  place: Omit<Place, 'flows'>,
  ways: { readonly inside: Inside; readonly outside: Outside },
  admit: Admit,
): Promise<Forward> {
  const outer = await ways.outside.bind(place.host, place.port);
  const flows = new Map<string, Flow>();
  const forget = (key: string) => {
    const flow = flows.get(key);
    flows.delete(key);
    clearTimeout(flow?.idle);
    flow?.leave();
    void flow?.socket.then((socket) => socket?.close());
  };
  const begin = (key: string, client: RemoteInfo): Flow | undefined => {
    if (flows.size >= MAX_FLOWS || !admit(client.address)) return undefined;
    const leave = place.share.take(1);
    if (!leave) return undefined;
    const flow: Flow = {
      idle: setTimeout(forget, IDLE_MS, key),
      socket: openSocket(ways.inside, place.port, back),
      leave,
    };
    function back(answer: Buffer): void {
      flow.idle.refresh();
      if (flows.get(key) === flow) outer.send(answer, client.port, client.address, ignore);
    }
    flows.set(key, flow);
    void flow.socket.then((socket) => socket ?? (flows.get(key) === flow && forget(key)));
    return flow;
  };
  outer.on('error', ignore);
  outer.on('message', (datagram, client) => {
    const key = `${client.address} ${client.port}`;
    const flow = flows.get(key) ?? begin(key, client);
    flow?.idle.refresh();
    void flow?.socket.then((socket) => {
      if (flows.get(key) === flow) socket?.send(datagram, place.port, ways.inside.address, ignore);
    });
  });
  return {
    close() {
      for (const key of [...flows.keys()]) forget(key);
      outer.close();
    },
  };
}

async function openSocket(inside: Inside, port: number, back: (answer: Buffer) => void): Promise<Socket | null> {
  try {
    const socket = await inside.datagrams();
    socket.on('error', ignore);
    // Other machines of the VPC can send to this socket too.
    socket.on('message', (answer, { address, port: from }) => {
      if (address === inside.address && from === port) back(answer);
    });
    return socket;
  } catch {
    return null;
  }
}
