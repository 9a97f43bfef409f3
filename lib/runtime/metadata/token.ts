import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Seconds that a token may be valid for. */
export const ttl = { least: 1, most: 21_600 } as const;

/**
 * Tokens of machines. They are not stored: a token names its end, and is signed for its machine by a key that lives as
 * long as this process.
 */
export class MachineTokens {
  readonly #key = randomBytes(32);
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A token of this machine for so many seconds. */
  issue(machine: string, seconds: number): string {
    const end = String(this.#now() + seconds * 1_000);
    return `${end}.${this.#sign(machine, end).toString('base64url')}`;
  }

  /** Whether a token is one of this machine, and has not ended. */
  isValid(machine: string, token: string): boolean {
    const [, end = '', signature = ''] = /^(\d{13,15})\.([\w-]{43})$/.exec(token) ?? [];
    const given = Buffer.from(signature, 'base64url');
    const right = this.#sign(machine, end);
    return given.length === right.length && timingSafeEqual(given, right) && this.#now() < Number(end);
  }

  #sign(machine: string, end: string): Buffer {
    return createHmac('sha256', this.#key).update(`${machine}\n${end}`).digest();
  }
}
