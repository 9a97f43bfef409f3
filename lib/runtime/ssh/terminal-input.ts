import { writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { IPty } from '@lydell/node-pty';
import { hasCode } from '#lib/runtime/system/errors.ts';

/** Milliseconds until a write to a full terminal is retried: the first delay, and the longest. */
const FIRST_RETRY_MS = 1;
const LONGEST_RETRY_MS = 50;

/** Fields of node-pty's terminal that are not documented. Absent in a version of node-pty that has other fields. */
interface Master {
  readonly fd?: unknown;
  readonly _socket?: Socket;
}

/** The version of node-pty for which these fields were tested. */
export const PROVEN_PTY = '1.1.0';

/**
 * The input of a terminal. node-pty's own `write` is used only when the fields are not the known ones: when the program
 * does not read, it makes libuv wait in a busy loop, which stops every machine of the host.
 */
export class TerminalInput {
  readonly #terminal: IPty;
  readonly #master: { readonly fd: number; readonly socket: Socket } | null;
  readonly #drained: () => void;
  readonly #decoder = new TextDecoder();
  #rest: Buffer[] = [];

  /** Calls `drained` when all input has been taken after `write` answered false. */
  constructor(terminal: IPty, drained: () => void) {
    const { fd, _socket: socket } = terminal as Master;
    this.#terminal = terminal;
    this.#master = typeof fd === 'number' && socket ? { fd, socket } : null;
    this.#drained = drained;
  }

  /** Passes on what the terminal takes now. False when bytes are left; they follow as the program reads. */
  write(data: Buffer): boolean {
    if (!this.#master) {
      // node-pty takes text only, so bytes that are not UTF-8 change.
      this.#terminal.write(this.#decoder.decode(data, { stream: true }));
      return true;
    }
    this.#rest.push(data);
    if (this.#rest.length === 1) this.#flush(FIRST_RETRY_MS);
    return this.#rest.length === 0;
  }

  #flush(delay: number): void {
    let hasWritten = false;
    for (let head = this.#rest[0]; head; head = this.#rest[0]) {
      const written = this.#writeNow(head);
      hasWritten ||= written > 0;
      if (written < head.length) {
        this.#rest[0] = head.subarray(written);
        setTimeout(
          () => this.#retry(hasWritten ? FIRST_RETRY_MS : Math.min(2 * delay, LONGEST_RETRY_MS)),
          hasWritten ? FIRST_RETRY_MS : delay,
        );
        return;
      }
      this.#rest.shift();
    }
  }

  #retry(delay: number): void {
    this.#flush(delay);
    if (this.#rest.length === 0) this.#drained();
  }

  /**
   * The descriptor does not block, and is the terminal's as long as its socket is open. Input that no program can read
   * any more is dropped.
   */
  #writeNow(data: Buffer): number {
    if (!this.#master || this.#master.socket.destroyed) return data.length;
    try {
      return writeSync(this.#master.fd, data);
    } catch (error) {
      return hasCode(error, 'EAGAIN') ? 0 : data.length;
    }
  }
}
