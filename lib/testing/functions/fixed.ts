import crypto, { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/*
 * Handlers ask `node:crypto` and `Date` themselves, as they do in a deployment. So what is fixed here is what these
 * answer in this process, whoever asks. What native code makes stays random: salts of passwords, key pairs.
 */

const RealDate = Date;
const { randomBytes, randomInt, randomUUID } = crypto;
const { random } = Math;

let fixedAt: number | undefined;

/** Whether time stands still in this process. */
export const isTimeFixed = (): boolean => fixedAt !== undefined;

/** Has `Date` answer one moment, until it is released. Timers and `performance` go on. */
export function fixTime(at: Date): Disposable {
  fixedAt = at.getTime();
  const moment = fixedAt;
  // A constructor's arguments cannot be named otherwise: with none of them it is the moment.
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [moment] : args, newTarget),
    get: (target, name, receiver) => (name === 'now' ? () => moment : Reflect.get(target, name, receiver)),
  });
  return {
    [Symbol.dispose]() {
      fixedAt = undefined;
      globalThis.Date = RealDate;
    },
  };
}

/** Randomness that is fixed. */
export interface FixedRandomness extends Disposable {
  /** Goes back to the beginning of the sequence of this name. */
  begin(sequence: string): void;
}

/** Has `randomBytes`, `randomInt`, `randomUUID` and `Math.random` answer what follows from a name, until released. */
export function fixRandomness(): FixedRandomness {
  let bytes = sequenceOf('');
  const below = (most: number) => bytes(6).readUIntBE(0, 6) % most;
  install(
    {
      randomBytes: unlessLater(randomBytes, (size = 0) => bytes(size)),
      randomInt: unlessLater(randomInt, (from = 0, to) => (to === undefined ? below(from) : from + below(to - from))),
      randomUUID: () => uuidOf(bytes(16)),
    },
    () => below(2 ** 48) / 2 ** 48,
  );
  return {
    begin: (sequence) => {
      bytes = sequenceOf(sequence);
    },
    [Symbol.dispose]: () => install({ randomBytes, randomInt, randomUUID }, random),
  };
}

/** Has the named imports of `node:crypto` answer this, too, wherever they are. */
function install(functions: object, mathRandom: () => number): void {
  Object.assign(crypto, functions);
  syncBuiltinESMExports();
  Math.random = mathRandom;
}

/** What is made at once; a call with a callback is left to Node. */
const unlessLater =
  (original: (...args: never[]) => unknown, made: (...numbers: number[]) => unknown) =>
  (...args: unknown[]): unknown =>
    typeof args.at(-1) === 'function'
      ? Reflect.apply(original, crypto, args)
      : made(...args.filter((arg) => typeof arg === 'number'));

/** A UUID of version 4. */
function uuidOf(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Answers the next so many bytes of the sequence of this name. */
function sequenceOf(name: string): (size: number) => Buffer {
  let block = 0;
  let left: Buffer = Buffer.alloc(0);
  return (size) => {
    const parts = [left];
    for (let length = left.length; length < size; length += 32) {
      parts.push(createHash('sha256').update(`${name}#${block}`).digest());
      block += 1;
    }
    const all = Buffer.concat(parts);
    left = all.subarray(size);
    return Buffer.from(all.subarray(0, size));
  };
}
