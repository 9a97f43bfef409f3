/** One entry of an archive; `mode` includes the file type. */
export interface CpioEntry {
  readonly path: string;
  readonly mode: number;
  readonly data: Buffer;
}

const FIELDS = 13;

/**
 * The archive of an initial RAM disk ("newc", linux/Documentation/driver-api/early-userspace/buffer-format.rst). Root
 * owns every entry.
 */
export function writeCpio(entries: readonly CpioEntry[]): Buffer {
  const whole = [...entries, { path: 'TRAILER!!!', mode: 0, data: Buffer.alloc(0) }];
  return Buffer.concat(whole.flatMap((entry, index) => encode(entry, index + 1)));
}

function encode({ path, mode, data }: CpioEntry, inode: number): Buffer[] {
  const name = Buffer.from(`${path}\0`);
  const fields = Array<number>(FIELDS).fill(0);
  Object.assign(fields, { 0: inode, 1: mode, 4: 1, 6: data.length, 11: name.length });
  const head = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}`;
  return [padded(Buffer.concat([Buffer.from(head), name])), padded(data)];
}

/** Names and contents end at multiples of four bytes. */
function padded(part: Buffer): Buffer {
  return Buffer.concat([part, Buffer.alloc((4 - (part.length % 4)) % 4)]);
}
