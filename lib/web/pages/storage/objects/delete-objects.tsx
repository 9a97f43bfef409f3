import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import type { Bucket, ListedObject } from '#lib/generated/client/schemas.ts';
import { asSvcError } from '#lib/web/api/act.ts';
import { readAgain } from '#lib/web/api/paint.ts';
import { TypedName } from '#lib/web/parts/confirm.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { closeDialog, Dialog } from '#lib/web/parts/dialog.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { size } from '#lib/web/parts/size.ts';
import { say } from '#lib/web/parts/toasts.tsx';
import { everyObject, remove } from './remove.ts';
import type { Wanted } from './rows.tsx';

/** Asks before objects are deleted, with how many they are and how large, and deletes them. */
export function DeleteObjects({ bucket, wanted }: { bucket: Bucket; wanted: Wanted }) {
  const found = useAll(bucket.name, wanted);
  const [done, setDone] = useState<number>();
  const [error, setError] = useState<SvcError>();
  const abort = useRef(new AbortController());
  useEffect(() => {
    abort.current = new AbortController();
    return () => abort.current.abort();
  }, []);
  const { objects, isComplete } = found;
  const run = async (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    setDone(0);
    try {
      const keys = objects.map(({ key }) => key);
      await remove(bucket.name, keys, () => setDone((before = 0) => before + 1), abort.current.signal);
      say(`${counted(objects.length)} deleted.`);
      closeDialog();
    } catch (failure) {
      setDone(undefined);
      if (!abort.current.signal.aborted) setError(asSvcError(failure));
    } finally {
      readAgain(new Set(['/storage/buckets']));
    }
  };
  return (
    <Dialog title={titleOf(wanted)}>
      <form onSubmit={run}>
        <p>
          {isComplete ? '' : 'At least '}
          {counted(objects.length)}, {size(objects.reduce((sum, one) => sum + one.size, 0))}
          {isComplete ? '.' : ' …'}
        </p>
        <p>
          {bucket.versioning === 'enabled'
            ? 'This bucket keeps versions, so you can restore them with an S3 client.'
            : 'You cannot restore them.'}
        </p>
        <TypedName name={nameOf(wanted, bucket.name)} />
        {done !== undefined && <progress max={objects.length} value={done} aria-label="Deleted" />}
        {(error ?? found.error) && <Problem error={(error ?? found.error) as SvcError} />}
        <div className="row">
          <button type="submit" className="primary danger" disabled={!isComplete || done !== undefined}>
            {done === undefined ? 'Delete' : `Deleted ${done} of ${objects.length} …`}
          </button>
        </div>
        <details className="as-command">
          <summary>As command</summary>
          {commandsOf(bucket.name, wanted).map((line) => (
            <Copy key={line} text={line} label="the svc command">
              <pre>{line}</pre>
            </Copy>
          ))}
        </details>
      </form>
    </Dialog>
  );
}

const counted = (count: number): string => `${count.toLocaleString('en')} object${count === 1 ? '' : 's'}`;

function titleOf({ keys, folders }: Wanted): string {
  const [first] = [...folders, ...keys.map(({ key }) => key)];
  return keys.length + folders.length === 1 ? `Delete ${first}` : 'Delete objects';
}

/** What is typed before objects are gone: the name of the one, or of the bucket where there are several. */
function nameOf({ keys, folders }: Wanted, bucket: string): string {
  const all = [...folders, ...keys.map(({ key }) => key)];
  return (all.length === 1 && all[0]?.replace(/\/$/, '').split('/').at(-1)) || bucket;
}

const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

const commandsOf = (bucket: string, { keys, folders }: Wanted): string[] => [
  ...folders.map((folder) => `svc rm -r ${quoted(`s3://${bucket}/${folder}`)}`),
  ...keys.slice(0, 20).map(({ key }) => `svc rm ${quoted(`s3://${bucket}/${key}`)}`),
];

/** The objects that are wanted, those in folders included. */
function useAll(name: string, wanted: Wanted) {
  const [objects, setObjects] = useState<readonly ListedObject[]>(wanted.keys);
  const [isComplete, setComplete] = useState(wanted.folders.length === 0);
  const [error, setError] = useState<SvcError>();
  useEffect(() => {
    const abort = new AbortController();
    const read = async () => {
      const all = [...wanted.keys];
      for (const folder of wanted.folders) {
        for await (const page of everyObject(name, folder, abort.signal)) {
          all.push(...page);
          setObjects([...all]);
        }
      }
      setComplete(true);
    };
    read().catch((failure) => abort.signal.aborted || setError(asSvcError(failure)));
    return () => abort.abort();
  }, [name, wanted]);
  return { objects, isComplete, error };
}
