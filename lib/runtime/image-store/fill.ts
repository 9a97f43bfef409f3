import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { DriverError } from '#lib/runtime/driver.ts';
import type { ImageSource, PullProgress } from '#lib/runtime/driver-images.ts';
import { catalogUser } from '#lib/runtime/images.ts';
import { checkAborted } from '#lib/runtime/system/errors.ts';
import { reasonOf, run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';
import { factsOf } from './facts.ts';
import type { KnownBlob, Pulled, PullLine, PullOrder } from './pull/order.ts';
import type { ImageRecord } from './records.ts';
import { layersOfSnapshot, type SnapshotRecordOf } from './snapshot-image.ts';

const ENTRY = fileURLToPath(new URL('./pull/main.ts', import.meta.url));
const MIB = 1024 * 1024;

/** What one image may take, unpacked. */
const IMAGE_BOUNDS = { bytes: 16 * 1024 * MIB, files: 1_000_000, depth: 128 };
/**
 * What the program that pulls may take. Node's heap has a bound of its own; the address space that it reserves is no
 * measure of what it uses.
 */
const BOUNDS = { memory: 1024 * 1024 * MIB, processor_s: null, time_ms: 300_000, output: 16 * MIB };
const HEAP = '--max-old-space-size=256';

/** What is asked of the program, and what the store has already. */
export interface FillOrder {
  readonly id: string;
  readonly source: ImageSource;
  readonly loopback: boolean;
  readonly credentials: string | null;
  readonly images: string;
  readonly known: readonly KnownBlob[];
  readonly snapshot: SnapshotRecordOf;
}

interface Following {
  readonly signal: AbortSignal;
  readonly onPull: (progress: PullProgress) => void;
  readonly handle: Socket | undefined;
}

/** Has the layers of an image be in the store, and answers its record. INVALID, FAILED, ABSENT, ABORTED. */
export async function fillImage(order: FillOrder, following: Following): Promise<ImageRecord> {
  const { id, source, images } = order;
  const { user, ...pulled } =
    'snapshot_id' in source
      ? await layersOfSnapshot(source.snapshot_id, { images, snapshot: order.snapshot }, following)
      : { ...(await pulledBy(order, following)), user: null };
  const { config, digest, layers, blobs } = pulled;
  // An overlay's first is its highest.
  const facts = await factsOf(images, layers.map(({ name }) => name).reverse());
  checkAborted(following.signal);
  if (facts.closed.includes('etc')) throw new DriverError('INVALID', 'its /etc is not a folder');
  return {
    ...{ format: 1, id, digest, reference: 'registry' in source ? source.registry : null, ...config, ...facts },
    size_bytes: layers.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
    default_user: user ?? catalogUser(id) ?? 'root',
    ...{ layers, blobs },
  };
}

async function pulledBy(order: FillOrder, { signal, onPull, handle }: Following): Promise<Pulled> {
  const { source, images, known, loopback, credentials } = order;
  const reference = 'registry' in source ? source.registry : null;
  const asked: PullOrder = { reference, images, known, loopback, credentials, bounds: IMAGE_BOUNDS };
  let last = '';
  const verdict = await run(
    { file: process.execPath, args: [HEAP, ENTRY], env: HOST_ENV, cwd: '/' },
    {
      signal,
      bounds: BOUNDS,
      input: JSON.stringify(asked),
      ...(handle && { passed: handle }),
      sign: () => last,
      hear: (text) => {
        last = text;
        const line = lineOf(text);
        if (line && 'step' in line) onPull({ step: line.step, done_bytes: line.done, total_bytes: line.total });
      },
    },
  );
  checkAborted(signal);
  const end = lineOf(verdict.stdout.trim().split('\n').at(-1) ?? '');
  if (verdict.code === 0 && end && 'pulled' in end) return end.pulled;
  if (end && 'refused' in end) throw new DriverError('INVALID', end.refused);
  throw new DriverError('FAILED', end && 'failed' in end ? end.failed : `it could not be pulled: ${reasonOf(verdict)}`);
}

function lineOf(text: string): PullLine | null {
  try {
    return JSON.parse(text) as PullLine;
  } catch {
    return null;
  }
}
