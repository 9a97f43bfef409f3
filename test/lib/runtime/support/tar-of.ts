/** An entry of a tar archive; what is left out is that of a file of root's. */
export interface TarEntry {
  readonly name: string;
  /** As in a header: `0` a file, `1` a hard link, `2` a link, `3` a device, `5` a folder, `6` a FIFO. */
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly link?: string;
  readonly mode?: number;
  readonly uid?: number;
  readonly gid?: number;
  /** What a header of its own says of it, by its words. */
  readonly pax?: Readonly<Record<string, string>>;
  /** The size in its header, in place of the body's. */
  readonly size?: number;
}

const BLOCK = 512;

/** A tar archive of these entries. */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(partsOf), Buffer.alloc(2 * BLOCK)]);
}

function partsOf({ pax, ...entry }: TarEntry): Buffer[] {
  const body = Buffer.from(entry.body ?? '');
  const before = pax ? partsOf({ name: 'pax', type: 'x', body: paxOf(pax) }) : [];
  return [
    ...before,
    headerOf(entry, entry.size ?? body.length),
    body,
    Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK),
  ];
}

function paxOf(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([key, value]) => {
      const rest = Buffer.byteLength(` ${key}=${value}\n`);
      const length = [1, 2, 3, 4, 5].map((digits) => rest + digits).find((all) => `${all}`.length === all - rest);
      return `${length} ${key}=${value}\n`;
    })
    .join('');
}

function headerOf({ name, type = '0', link = '', mode = 0o644, uid = 0, gid = 0 }: TarEntry, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const put = (text: string, at: number) => header.write(text, at, 'latin1');
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  put(name, 0);
  put(octal(mode, 7), 100);
  put(octal(uid, 7), 108);
  put(octal(gid, 7), 116);
  put(octal(size, 11), 124);
  put(octal(1_700_000_000, 11), 136);
  put(' '.repeat(8), 148);
  put(type, 156);
  put(link, 157);
  put('ustar\u000000', 257);
  put(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
  );
  return header;
}
