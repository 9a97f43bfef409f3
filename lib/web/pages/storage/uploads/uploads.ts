import { useSyncExternalStore } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { asSvcError } from '#lib/web/api/act.ts';
import { readAgain } from '#lib/web/api/paint.ts';
import { begunOf } from './begun.ts';
import { lanes } from './lanes.ts';
import { giveUp, send } from './send.ts';
import type { Picked } from './tree.ts';

/*
 * The uploads of this tab. They go on while other pages of the console are looked at; a reload ends them, and the same
 * files chosen again go on where they were.
 */

/** A file on its way, as pages show it. */
export interface Upload {
  readonly id: number;
  readonly bucket: string;
  readonly key: string;
  readonly file: File;
  readonly sent: number;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  readonly error?: SvcError;
}

let uploads: readonly Upload[] = [];
let count = 0;
const listeners = new Set<() => void>();
const aborts = new Map<number, AbortController>();

/** Files at a time. Their parts share the connections. */
const files = lanes(4);

let isTold = false;
function set(next: readonly Upload[]): void {
  uploads = next;
  if (isTold) return;
  isTold = true;
  // Progress is told many times a second; it is shown a few times.
  setTimeout(() => {
    isTold = false;
    for (const listen of listeners) listen();
  }, 100);
}

const change = (id: number, to: Partial<Upload>) =>
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...to } : upload)));

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** The uploads of this tab. */
export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploads);

/** Sends files into a bucket, each below the prefix by its path. */
export function startUploads(bucket: string, prefix: string, picked: readonly Picked[]): void {
  const added = picked.map(({ path, file }) => ({
    bucket,
    key: prefix + path,
    file,
    sent: 0,
    state: 'waiting' as const,
  }));
  const next = added.map((upload) => ({ id: ++count, ...upload }));
  // A file that is sent again takes the place of what was said of it before.
  const replaced = new Set(next.map(({ key }) => key));
  set([...uploads.filter((one) => isUnderway(one) || one.bucket !== bucket || !replaced.has(one.key)), ...next]);
  for (const upload of next) void run(upload);
}

const isUnderway = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';

async function run({ id, bucket, key, file }: Upload): Promise<void> {
  const abort = new AbortController();
  aborts.set(id, abort);
  watchLeaving();
  try {
    await files(async () => {
      abort.signal.throwIfAborted();
      change(id, { state: 'sending' });
      await send({ bucket, key, file, signal: abort.signal, told: (sent) => change(id, { sent }) });
    });
    change(id, { state: 'done', sent: file.size });
    refresh();
  } catch (failure) {
    if (!abort.signal.aborted) change(id, { state: 'failed', error: asSvcError(failure) });
  } finally {
    aborts.delete(id);
    watchLeaving();
  }
}

let isRefreshing = false;
/** Has the lists read again, once for all files that end within a moment. */
function refresh(): void {
  if (isRefreshing) return;
  isRefreshing = true;
  setTimeout(() => {
    isRefreshing = false;
    readAgain(new Set(['/storage/buckets']));
  }, 400);
}

/** Goes on with an upload that failed. */
export function again(upload: Upload): void {
  set(uploads.map((one) => (one.id === upload.id ? without(one) : one)));
  void run(upload);
}

const without = ({ error: _, ...upload }: Upload): Upload => ({ ...upload, state: 'waiting' });

/** Ends an upload, and deletes what was sent of it. */
export async function cancel({ id, bucket, key, file }: Upload): Promise<void> {
  aborts.get(id)?.abort();
  set(uploads.filter((upload) => upload.id !== id));
  const begun = begunOf({ bucket, key, size: file.size, changed: file.lastModified });
  if (begun) await giveUp(begun);
}

/** Takes the uploads that have ended from the list. */
export const clearEnded = (): void => set(uploads.filter(isUnderway));

const warn = (event: BeforeUnloadEvent) => event.preventDefault();
/** Has the browser ask before it leaves a page that sends. */
function watchLeaving(): void {
  removeEventListener('beforeunload', warn);
  if (aborts.size > 0) addEventListener('beforeunload', warn);
}
