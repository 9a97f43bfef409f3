import { useState } from 'react';
import { asSvcError } from '#lib/web/api/act.ts';
import { AsCommand } from '#lib/web/parts/as-command.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { size } from '#lib/web/parts/size.ts';
import { sayProblem } from '#lib/web/parts/toasts.tsx';
import { type Begun, begunIn } from './begun.ts';
import { giveUp } from './send.ts';
import { again, cancel, clearEnded, type Upload, useUploads } from './uploads.ts';

/** The uploads into a bucket: each file and all of them, and those that an earlier visit began. */
export function UploadList({ bucket }: { bucket: string }) {
  const own = useUploads().filter((upload) => upload.bucket === bucket);
  const keys = new Set(own.map(({ key }) => key));
  const begun = begunIn(bucket).filter(({ key }) => !keys.has(key));
  return (
    <>
      {begun.length > 0 && <Interrupted begun={begun} />}
      {own.length > 0 && <Underway uploads={own} />}
    </>
  );
}

const sumOf = (uploads: readonly Upload[], of: (upload: Upload) => number): number =>
  uploads.reduce((sum, upload) => sum + of(upload), 0);

/** Lines that are shown; a folder may have thousands of files. */
const most = 100;

const order = ['failed', 'sending', 'waiting', 'done'];

function Underway({ uploads }: { uploads: readonly Upload[] }) {
  const [sent, all] = [sumOf(uploads, (one) => one.sent), sumOf(uploads, ({ file }) => file.size)];
  const done = uploads.filter(({ state }) => state === 'done').length;
  const isOver = uploads.every(({ state }) => state === 'done' || state === 'failed');
  const lines = uploads.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state)).slice(0, most);
  return (
    <section className="card" aria-label="Uploads">
      <div className="row spread">
        <output>
          {done} of {uploads.length} uploaded
          <span className="about">
            {' · '}
            {size(sent)} of {size(all)}
          </span>
        </output>
        {isOver && (
          <button type="button" className="quiet" onClick={clearEnded}>
            Clear the list
          </button>
        )}
      </div>
      {uploads.length > 1 && <progress max={Math.max(all, 1)} value={sent} aria-label="All uploads" />}
      <ul className="uploads">
        {lines.map((upload) => (
          <Line key={upload.id} upload={upload} />
        ))}
      </ul>
      {uploads.length > most && <p className="about">{uploads.length - most} more</p>}
    </section>
  );
}

const states: Readonly<Record<Upload['state'], string>> = {
  waiting: 'waiting',
  sending: 'uploading',
  done: 'uploaded',
  failed: 'failed',
};

function Line({ upload }: { upload: Upload }) {
  const { key, file, sent, state, error } = upload;
  const stop = () =>
    cancel(upload).catch((failure) => sayProblem(`What was sent of ${key} is not deleted.`, asSvcError(failure)));
  return (
    <li>
      <div className="row spread">
        <span>
          {key}{' '}
          <span className="about">
            {states[state]}
            {state === 'sending' && `, ${size(sent)} of ${size(file.size)}`}
          </span>
        </span>
        <span className="row">
          {state === 'failed' && (
            <button type="button" onClick={() => again(upload)} aria-label={`Go on with ${key}`}>
              Go on
            </button>
          )}
          {state !== 'done' && (
            <button type="button" className="quiet" onClick={() => void stop()} aria-label={`Cancel ${key}`}>
              Cancel
            </button>
          )}
        </span>
      </div>
      {state === 'sending' && <progress max={Math.max(file.size, 1)} value={sent} aria-label={key} />}
      {error && <Problem error={error} />}
    </li>
  );
}

function Interrupted({ begun }: { begun: readonly Begun[] }) {
  const [, setGone] = useState(0);
  const end = (one: Begun) =>
    giveUp(one).then(
      () => setGone((count) => count + 1),
      (failure) => sayProblem(`The upload of ${one.key} is not given up.`, asSvcError(failure)),
    );
  return (
    <section className="note stack" aria-label="Interrupted uploads">
      <p>These uploads were interrupted. Choose the same file again to go on; what was sent is stored, and costs.</p>
      <ul className="uploads">
        {begun.map((one) => (
          <li key={`${one.key} ${one.upload_id}`}>
            <div className="row spread">
              <span>
                {one.key} <span className="about">{size(one.size)}</span>
              </span>
              <button type="button" onClick={() => void end(one)} aria-label={`Give up ${one.key}`}>
                Give up
              </button>
            </div>
            <AsCommand
              operation="deleteMultipartUpload"
              args={{ name: one.bucket, upload_id: one.upload_id, query: { key: one.key } }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
