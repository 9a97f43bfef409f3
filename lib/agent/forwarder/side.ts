import { Socket, type SocketConstructorOpts } from 'node:net';

/** Where reading begins, and what a side goes on with that fills it: as much as Node's own streams read at a time. */
const SMALL = 4096;
const LARGE = 65_536;

/** One side of a connection that is passed on, paused until then. */
export interface Side {
  readonly socket: Socket;
  /** Passes on what comes, no faster than `to` takes it, and the end of it. */
  passTo(to: Socket): void;
}

/**
 * Takes a connection over; the socket that stood for it is left empty. Throws where it is closed already.
 * Bytes are read into the same memory again and again. A stream takes new memory for each read, and collecting it
 * costs more than carrying the bytes: V8 marks the whole heap for every few dozen megabytes.
 */
export function takeOver(fresh: Socket): Side {
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
        // What the kernel did not take at once is still sent from there: nothing may be read into it.
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

/** As Node's own servers make theirs: these two options have no types, and `onread` is for who makes the socket. */
function adopt(handle: object, onread: SocketConstructorOpts['onread']): Socket {
  const options = { handle, pauseOnCreate: true, allowHalfOpen: true, onread };
  return new Socket(options as unknown as SocketConstructorOpts);
}
