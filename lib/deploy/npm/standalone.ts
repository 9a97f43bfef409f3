import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What Node's program looks for in itself, and the mark that says that it is there. */
const note = 'NODE_SEA_BLOB';
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:';

/** Sizes of a file of ELF with 64 bits. */
const [entrySize, page] = [56, 4096];
const [typeLoad, typeNote, typePhdr, readable] = [1, 4, 6, 4];

/**
 * A script of CommonJS as a program of Linux that has this Node in it and needs none where it runs: Node's own single
 * executable application. Throws where this Node is no program of Linux with 64 bits, or cannot hold a script.
 */
export function standalone(script: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'svc-standalone-'));
  const at = (name: string) => join(folder, name);
  try {
    writeFileSync(at('main.cjs'), script);
    const config = { main: at('main.cjs'), output: at('blob'), disableExperimentalSEAWarning: true };
    writeFileSync(at('config.json'), JSON.stringify(config));
    execFileSync(process.execPath, ['--experimental-sea-config', at('config.json')], { stdio: 'pipe' });
    return withNote(readFileSync(process.execPath), readFileSync(at('blob')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A segment of a program. */
interface Segment {
  readonly type: number;
  readonly flags: number;
  /** In the file; in memory it is at `address`. */
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

/**
 * The program with the blob as a note. A longer table of segments does not fit where the table is, so that table and
 * note follow the program, in a segment that is as far from the first one in memory as in the file: kernels before 5.18
 * find the table by that.
 */
function withNote(program: Buffer, blob: Buffer): Buffer {
  if (program.readUInt32BE(0) !== 0x7f454c46 || program[4] !== 2 || program[5] !== 1) {
    throw new Error(`standalone: ${process.execPath} is no program of Linux with 64 bits`);
  }
  const mark = program.indexOf(fuse);
  if (mark < 0) throw new Error(`standalone: ${process.execPath} holds no script (Node 20 and later do)`);
  const table = Number(program.readBigUInt64LE(32));
  const count = program.readUInt16LE(56);
  const entries = Array.from({ length: count }, (_, index) =>
    Buffer.from(program.subarray(table + index * entrySize, table + (index + 1) * entrySize)),
  );
  const first = entries.find((entry) => entry.readUInt32LE(0) === typeLoad);
  const base = Number(first?.readBigUInt64LE(16) ?? 0) - Number(first?.readBigUInt64LE(8) ?? 0);
  const offset = Math.ceil(program.length / page) * page;
  const ends = entries.map((entry) => Number(entry.readBigUInt64LE(16) + entry.readBigUInt64LE(40)));
  if (Math.max(...ends) > base + offset) throw new Error(`standalone: ${process.execPath} leaves no room for a script`);
  const tableSize = (count + 2) * entrySize;
  const content = noteOf(blob);
  const parts = {
    table: { type: typePhdr, flags: readable, offset, address: base + offset, size: tableSize },
    note: { type: typeNote, flags: readable, offset: offset + tableSize, address: base + offset + tableSize },
  };
  const added = [
    entryOf({ ...parts.table, type: typeLoad, size: tableSize + content.length }, page),
    entryOf({ ...parts.note, size: content.length }, 4),
  ];
  const moved = entries.map((entry) => (entry.readUInt32LE(0) === typePhdr ? entryOf(parts.table, 8) : entry));
  const made = Buffer.concat([program, Buffer.alloc(offset - program.length), ...moved, ...added, content]);
  made.writeBigUInt64LE(BigInt(offset), 32);
  made.writeUInt16LE(count + 2, 56);
  made.write('1', mark + fuse.length, 'latin1');
  return made;
}

function entryOf({ type, flags, offset, address, size }: Segment, alignment: number): Buffer {
  const entry = Buffer.alloc(entrySize);
  entry.writeUInt32LE(type, 0);
  entry.writeUInt32LE(flags, 4);
  const places = [offset, address, address, size, size, alignment];
  for (const [index, value] of places.entries()) entry.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  return entry;
}

/** A note of ELF: sizes, a type, its name, and what it holds, each to a multiple of four bytes. */
function noteOf(blob: Buffer): Buffer {
  const name = Buffer.from(`${note}\0`);
  const head = Buffer.alloc(12);
  head.writeUInt32LE(name.length, 0);
  head.writeUInt32LE(blob.length, 4);
  const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
  return Buffer.concat([head, padded(name), padded(blob)]);
}
