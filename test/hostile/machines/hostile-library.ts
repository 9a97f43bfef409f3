/** Where each process that has loaded the library says in which user namespace it is: a line of 32 bytes. */
export const LIBRARY_TOLD = '/tmp/loaded';

const OWN_NAMESPACE = '/proc/self/ns/user\0';
/** O_WRONLY, O_CREAT, O_APPEND. */
const APPEND = 0x441;
const AT_DATA = 0x200;
const AT_CODE = 0x300;
const LINE = `${'outside'.padEnd(31)}\n`;
const data = Buffer.from(`${LINE}${OWN_NAMESPACE}${LIBRARY_TOLD}\0`);
const [LINE_AT, NAMESPACE_AT, TOLD_AT] = [AT_DATA, AT_DATA + LINE.length, AT_DATA + LINE.length + OWN_NAMESPACE.length];

/** readlink(own, line, 31); fd = open(told, APPEND, 0666); write(fd, line, 32); close(fd). */
function x64(): Buffer {
  const bytes: number[] = [];
  const put = (...more: number[]) => bytes.push(...more);
  const int = (value: number) => [0, 8, 16, 24].map((shift) => (value >> shift) & 0xff);
  const lea = (register: number, at: number) => put(0x48, 0x8d, register, ...int(at - (AT_CODE + bytes.length + 7)));
  const [RDI, RSI] = [0x3d, 0x35];
  const set = { eax: 0xb8, edx: 0xba, esi: 0xbe };
  const mov = (register: keyof typeof set, value: number) => put(set[register], ...int(value));
  const call = (number: number) => {
    mov('eax', number);
    put(0x0f, 0x05);
  };
  lea(RDI, NAMESPACE_AT);
  lea(RSI, LINE_AT);
  mov('edx', 31);
  call(89);
  lea(RDI, TOLD_AT);
  mov('esi', APPEND);
  mov('edx', 0o666);
  call(2);
  put(0x89, 0xc7);
  lea(RSI, LINE_AT);
  mov('edx', 32);
  call(1);
  call(3);
  put(0xc3);
  return Buffer.from(bytes);
}

function arm64(): Buffer {
  const words: number[] = [];
  const mov = (register: number, value: number) => words.push(0xd2800000 | (value << 5) | register);
  const here = () => words.push(0x92800000 | (99 << 5));
  const adr = (register: number, at: number) => {
    const far = at - (AT_CODE + 4 * words.length);
    words.push(0x10000000 | ((far & 3) << 29) | (((far >> 2) & 0x7ffff) << 5) | register);
  };
  const call = (number: number) => {
    mov(8, number);
    words.push(0xd4000001);
  };
  here();
  adr(1, NAMESPACE_AT);
  adr(2, LINE_AT);
  mov(3, 31);
  call(78);
  here();
  adr(1, TOLD_AT);
  mov(2, APPEND);
  mov(3, 0o666);
  call(56);
  words.push(0xaa0003e9);
  adr(1, LINE_AT);
  mov(2, 32);
  call(64);
  words.push(0xaa0903e0);
  call(57);
  words.push(0xd65f03c0);
  return Buffer.from(Uint32Array.from(words).buffer);
}

/** A shared object for `/etc/ld.so.preload`, byte by byte since no machine need have a compiler. */
export function hostileLibrary(): Buffer {
  const machine = process.arch === 'x64' ? 62 : 183;
  const file = Buffer.alloc(0x400);
  file.write('\x7fELF\x02\x01\x01', 'latin1');
  const words = (at: number, size: 2 | 4 | 8, ...values: number[]) =>
    values.forEach((value, index) => {
      if (size === 8) file.writeBigUInt64LE(BigInt(value), at + 8 * index);
      else file.writeUIntLE(value, at + size * index, size);
    });
  words(16, 2, 3, machine);
  words(20, 4, 1);
  words(24, 8, 0, 64, 0);
  words(52, 2, 64, 56, 3, 64, 0, 0);
  const [DYNAMIC_AT, HASH_AT, SYMBOLS_AT, STRINGS_AT] = [0x100, 0x180, 0x1a0, 0x1c0];
  const dynamic = [4, HASH_AT, 5, STRINGS_AT, 6, SYMBOLS_AT, 10, 1, 11, 24, 12, AT_CODE, 0, 0];
  const segments = [
    [1, 7, 0, file.length, 0x1000],
    [2, 6, DYNAMIC_AT, 8 * dynamic.length, 8],
    [0x6474e551, 6, 0, 0, 16],
  ] as const;
  segments.forEach(([kind, flags, offset, size, align], index) => {
    words(64 + 56 * index, 4, kind, flags);
    words(64 + 56 * index + 8, 8, offset, offset, offset, size, size, align);
  });
  words(DYNAMIC_AT, 8, ...dynamic);
  words(HASH_AT, 4, 1, 1, 0, 0);
  data.copy(file, AT_DATA);
  (process.arch === 'x64' ? x64() : arm64()).copy(file, AT_CODE);
  return file;
}
