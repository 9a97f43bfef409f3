import { constants } from 'node:os';
import type { kernelOf } from './calls.ts';

type Kernel = NonNullable<ReturnType<typeof kernelOf>>;

/** Instructions of classic BPF (linux/bpf_common.h), as seccomp(2) takes them. */
const [LOAD, JUMP_IF_EQUAL, JUMP_IF_AT_LEAST, RETURN] = [0x20, 0x15, 0x35, 0x06];
const [ALLOW, ERRNO] = [0x7fff0000, 0x00050000];
/** Offsets within seccomp_data. */
const [NUMBER, ARCHITECTURE] = [0, 4];
/** The first number of x86-64's second table of system calls. */
const X32 = 0x40000000;

type Instruction = readonly [code: number, value: number, whenTrue?: number, whenFalse?: number];

/**
 * A filter that answers ENOSYS to the calls on kernel keys (keyrings(7)) and to io_setup(2), and allows every other
 * call. Keys belong to a user id, which all machines of a host share: without the filter, one machine could read the
 * keys of another, or of the user who started the platform. The kernel counts the contexts of asynchronous I/O for the
 * whole host (fs.aio-max-nr): one machine could use up those of all. Programs behave as on a kernel without either.
 * Calls of an architecture without a table here are all refused.
 */
export function keyFilter({ calls, audit, older }: Kernel): Buffer {
  const native = refusing([calls.add_key, calls.request_key, calls.keyctl, calls.io_setup]);
  const guard: Instruction[] = calls.add_key === 248 ? [[JUMP_IF_AT_LEAST, X32, native.length - 1, 0]] : [];
  const first: Instruction[] = [[LOAD, NUMBER], ...guard, ...native];
  const second: Instruction[] = older ? [[LOAD, NUMBER], ...refusing(older.refused)] : [];
  const other: Instruction[] = older ? [[JUMP_IF_EQUAL, older.audit, 0, second.length]] : [];
  return encode([
    [LOAD, ARCHITECTURE],
    [JUMP_IF_EQUAL, audit, 0, first.length],
    ...first,
    ...other,
    ...second,
    [RETURN, ERRNO | constants.errno.ENOSYS],
  ]);
}

/** Instructions that compare a loaded number. The last one refuses, the one before it allows. */
function refusing(numbers: readonly (number | undefined)[]): Instruction[] {
  const tests = numbers.map((number, at): Instruction => [JUMP_IF_EQUAL, number ?? 0, numbers.length - at, 0]);
  return [...tests, [RETURN, ALLOW], [RETURN, ERRNO | constants.errno.ENOSYS]];
}

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [at, [code, value, whenTrue = 0, whenFalse = 0]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(whenTrue, at * 8 + 2);
    bytes.writeUInt8(whenFalse, at * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4);
  }
  return bytes;
}
