import { Socket, type SocketConstructorOpts } from 'node:net';

/** Bytes of a read: at first, and after a read that was full. The second is what Node's own streams read. */
const SMALL = 4096;
const LARGE = 65_536;

/** One side of a connection. It is paused until it is passed on. */
export interface Side {
  readonly socket: Socket;
  /** Passes on its bytes, no faster than `to` takes them, and then its end of stream. */
  passTo(to: Socket): void;
}

/**
 * Major versions of Node for which taking over a connection's handle was tested. On any other version the connection is
 * piped.
 */
export const PROVEN_NODE_MAJORS: readonly number[] = [20, 22, 24];

const major = Number(process.versions.node.split('.')[0]);

/** Takes a connection over; the socket must not be used afterwards. Throws Error when it is closed already. */
export function takeOver(fresh: Socket, nodeMajor = major): Side {
  if (fresh.destroyed) throw new Error('the connection is closed');
  return PROVEN_NODE_MAJORS.includes(nodeMajor) ? adopted(fresh) : piped(fresh);
}

/** Uses Node's public API only: slower, and right on every version. */
function piped(socket: Socket): Side {
  socket.allowHalfOpen = true;
  return { socket, passTo: (to) => void socket.pipe(to) };
}

/**
 * Uses the connection's handle, which Node does not document; the socket that had it is left empty. Reads into the same
 * memory again and again. A stream takes new memory for each read, and collecting it costs more than carrying the
 * bytes: V8 marks the whole heap for every few dozen megabytes.
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
        // Bytes that the kernel did not take at once are still sent from this memory, so nothing may be read into it.
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

/**
 * Makes a socket as Node's own servers do. `handle` and `pauseOnCreate` have no types, and `onread` can only be set
 * here.
 */
function adopt(handle: object, onread: SocketConstructorOpts['onread']): Socket {
  const options = { handle, pauseOnCreate: true, allowHalfOpen: true, onread };
  return new Socket(options as unknown as SocketConstructorOpts);
}
