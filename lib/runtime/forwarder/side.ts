import { Socket, type SocketConstructorOpts } from 'node:net';

/** Bytes that are read at a time: at first, and once a read filled them; the second is what Node's own streams read. */
const SMALL = 4096;
const LARGE = 65_536;

/** One side of a connection that is passed on, paused until then. */
export interface Side {
  readonly socket: Socket;
  /** Passes on what comes, no faster than `to` takes it, and the end of it. */
  passTo(to: Socket): void;
}

/** Majors of Node on which a connection's handle was proven to move to another socket; on any other it is piped. */
export const PROVEN_NODE_MAJORS: readonly number[] = [20, 22, 24];

const major = Number(process.versions.node.split('.')[0]);

/** Takes a connection over, which must not be used any more. Throws Error where it is closed already. */
export function takeOver(fresh: Socket, nodeMajor = major): Side {
  if (fresh.destroyed) throw new Error('the connection is closed');
  return PROVEN_NODE_MAJORS.includes(nodeMajor) ? adopted(fresh) : piped(fresh);
}

/** By Node's public API alone: slower, and right on every version. */
function piped(socket: Socket): Side {
  socket.allowHalfOpen = true;
  return { socket, passTo: (to) => void socket.pipe(to) };
}

/**
 * By the handle of the connection, which Node does not document; the socket that had it is left empty.
 * Bytes are read into the same memory again and again. A stream takes new memory for each read, and collecting it
 * costs more than carrying the bytes: V8 marks the whole heap for every few dozen megabytes.
 */
function adopted(fresh: Socket): Side {
  const early = fresh.readableLength > 0 ? (fresh.read() as Buffer) : null;
  let memory = Buffer.allocUnsafeSlow(SMALL);
  let passed: (bytes: Uint8Array) => boolean;
  const socket = adopt(handleOf(fresh), {
    buffer: () => memory,
    callback(length, filled) {
      if (length === memory.length && length === SMALL) memory = Buffer.allocUnsafeSlow(LARGE);
      return passed(filled.subarray(0, length));
    },
  });
  const resume = () => void socket.resume();
  return {
    socket,
    passTo(to) {
      if (early) to.write(early);
      passed = (bytes) => {
        to.write(bytes, resume);
        // What the kernel did not take at once is still sent from this memory: nothing may be read into it.
        return to.writableLength === 0;
      };
      socket.once('end', () => to.end());
      resume();
    },
  };
}

function handleOf(socket: Socket & { _handle?: object | null }): object {
  const handle = socket._handle;
  if (!handle) throw new Error('the connection is closed');
  socket._handle = null;
  return handle;
}

/** Makes a socket as Node's own servers do: `handle` and `pauseOnCreate` have no types, and `onread` can only be set here. */
function adopt(handle: object, onread: SocketConstructorOpts['onread']): Socket {
  const options = { handle, pauseOnCreate: true, allowHalfOpen: true, onread };
  return new Socket(options as unknown as SocketConstructorOpts);
}
