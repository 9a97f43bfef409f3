import { useState } from 'react';
import { asSvcError } from '#lib/web/api/act.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { closeDialog, openDialog } from '#lib/web/parts/dialog.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { size } from '#lib/web/parts/size.ts';
import { sayProblem } from '#lib/web/parts/toasts.tsx';
import { type Begun, begunIn, forget } from './begun.ts';
import { again, cancel, clearEnded, type Upload, useUploads } from './uploads.ts';

/** The uploads into a bucket: each file and all of them, and those that an earlier visit began. */
export function UploadList({ bucket }: { bucket: string }) {
  const [, setGone] = useState(0);
  const own = useUploads().filter((upload) => upload.bucket === bucket);
  const keys = new Set(own.map(({ key }) => key));
  const begun = begunIn(bucket).filter(({ key }) => !keys.has(key));
  return (
    <>
      {begun.length > 0 && <Interrupted begun={begun} onGone={() => setGone((count) => count + 1)} />}
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
    cancel(upload).catch((failure) =>
      sayProblem(`The uploaded parts of ${key} were not deleted.`, asSvcError(failure)),
    );
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
            <button type="button" onClick={() => again(upload)} aria-label={`Resume ${key}`}>
              Resume
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

function Interrupted({ begun, onGone }: { begun: readonly Begun[]; onGone: () => void }) {
  return (
    <section className="note stack" aria-label="Interrupted uploads">
      <p>
        These uploads were interrupted. Choose the same file again to resume one. Uploaded parts are stored and charged.
      </p>
      <ul className="uploads">
        {begun.map((one) => (
          <li key={`${one.key} ${one.upload_id}`}>
            <div className="row spread">
              <span>
                {one.key} <span className="about">{size(one.size)}</span>
              </span>
              <button
                type="button"
                onClick={() => openDialog(<GiveUp begun={one} onGone={onGone} />)}
                aria-label={`Give up ${one.key}`}
              >
                Give up
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function GiveUp({ begun, onGone }: { begun: Begun; onGone: () => void }) {
  const { bucket, key, upload_id } = begun;
  const gone = () => {
    forget(begun);
    onGone();
  };
  const name = key.slice(key.lastIndexOf('/') + 1);
  return (
    <Confirm
      operation="deleteMultipartUpload"
      args={{ name: bucket, upload_id, query: { key } }}
      title={`Give up the upload of ${name}`}
      submit="Give up"
      name={name}
      preview
      onDone={gone}
      onRefused={({ status }) => {
        // What a rule of the bucket has ended before is gone, too.
        if (status !== 404) return;
        gone();
        closeDialog();
      }}
    >
      The uploaded parts are deleted. The file on this device is kept; you can upload it again from the beginning.
    </Confirm>
  );
}
