import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { removeFolder, TRASH } from '#lib/runtime/system/files.ts';
import { begin, blobIn, fromLayout, INDEX, spool } from './archive.ts';
import { blobOf } from './blob.ts';
import { Allowance, plain, type UnpackedLayer, unpackLayers } from './layer.ts';
import { architecture, type Described, describe, fromRegistry, type ImageConfig, type LayerOf } from './manifest.ts';
import type { Pulled, PullLine, PullOrder } from './order.ts';
import { readReference } from './reference.ts';
import { Refusal } from './refusal.ts';
import { Registry } from './registry.ts';

/**
 * Pulls one image into the store, and ends. It is a process of its own, so that what a stranger has made, however
 * large, takes nothing of the runtime's.
 */

const TELL_MS = 250;

const tell = (line: PullLine): unknown => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Tells how much has come, a few times a second. */
class Progress {
  readonly #step: 'downloading' | 'unpacking';
  readonly #total: number;
  #done = 0;
  #told = 0;

  constructor(step: 'downloading' | 'unpacking', total: number) {
    this.#step = step;
    this.#total = total;
  }

  add(bytes: number): void {
    this.#done += bytes;
    const now = performance.now();
    if (now - this.#told < TELL_MS && this.#done < this.#total) return;
    this.#told = now;
    tell({ step: this.#step, done: this.#done, total: this.#total });
  }

  async *of(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of source) {
      this.add(part.length);
      yield part;
    }
  }
}

async function fromReference(order: PullOrder, reference: string): Promise<Pulled> {
  const { images, bounds, credentials, known } = order;
  const parsed = readReference(reference, order);
  const registry = new Registry(parsed, credentials);
  tell({ step: 'resolving', done: 0, total: 0 });
  const described = await describe(fromRegistry(registry), parsed.version);
  const progress = new Progress('downloading', totalOf(described));
  const allowance = new Allowance(bounds.bytes);
  const had = described.layers.map((layer) => {
    const one = known.find(({ from, digest }) => from === registry.name && digest === layer.digest)?.layer;
    return one?.name === layer.diff_id.replace('sha256:', '') ? one : null;
  });
  for (const [at, layer] of had.entries()) {
    if (layer === null) continue;
    allowance.take(layer.size_bytes);
    progress.add(described.layers[at]?.size ?? 0);
  }
  const missing = described.layers.filter((_, at) => had[at] === null);
  const packed = missing.map((layer) => ({
    source: () => progress.of(blobOf(registry, layer)),
    expected: layer.diff_id,
  }));
  const come = (await unpackLayers(packed, { images, bounds, allowance })).values();
  const layers = had.map((layer) => layer ?? (come.next().value as UnpackedLayer));
  const blobs = described.layers.map(({ digest }) => ({ from: registry.name, digest }));
  return { ...pickDescribed(described), layers, blobs };
}

const pickDescribed = ({ digest, config }: Described) => ({ digest, config });
const totalOf = ({ layers }: { readonly layers: readonly LayerOf[] }) =>
  layers.reduce((sum, { size }) => sum + size, 0);

const PLAIN: ImageConfig = { architecture, env: [], working_dir: '', user: '', entrypoint: [], cmd: [] };

/** An archive that comes on descriptor 3: a root file system, or an OCI layout. */
async function fromArchive({ images, bounds }: PullOrder): Promise<Pulled> {
  const allowance = new Allowance(bounds.bytes);
  const progress = new Progress('downloading', 0);
  const socket = new Socket({ fd: 3, readable: true, writable: false });
  const { isLayout, whole } = await begin(plain(progress.of(socket as AsyncIterable<Buffer>)));
  if (!isLayout) {
    const layers = await unpackLayers([{ source: () => whole, expected: null }], { images, bounds, allowance });
    return { digest: `sha256:${layers[0]?.name}`, config: PLAIN, layers, blobs: [null] };
  }
  const folder = join(images, `${randomUUID()}${TRASH}`);
  try {
    await spool(whole, folder, new Allowance(bounds.bytes));
    const described = await describe(fromLayout(folder), INDEX);
    const unpacking = new Progress('unpacking', totalOf(described));
    const packed = described.layers.map(({ digest, diff_id }) => ({
      source: () => unpacking.of(blobIn(folder, digest)),
      expected: diff_id,
    }));
    const layers = await unpackLayers(packed, { images, bounds, allowance });
    return { ...pickDescribed(described), layers, blobs: layers.map(() => null) };
  } finally {
    await removeFolder(folder);
  }
}

async function main(): Promise<void> {
  const order = JSON.parse(await text(process.stdin)) as PullOrder;
  try {
    const pulled = order.reference === null ? await fromArchive(order) : await fromReference(order, order.reference);
    tell({ pulled });
  } catch (error) {
    const { message } = error as Error;
    tell(error instanceof Refusal ? { refused: message } : { failed: message });
  }
  // Connections that nobody reads any more keep no process.
  process.stdout.end(() => process.exit(0));
}

await main();
