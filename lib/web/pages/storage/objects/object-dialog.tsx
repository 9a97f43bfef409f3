import { useState } from 'react';
import type { Bucket } from '#lib/generated/client/schemas.ts';
import { useList } from '#lib/web/api/query.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Dialog } from '#lib/web/parts/dialog.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { size } from '#lib/web/parts/size.ts';
import { Time } from '#lib/web/parts/time.tsx';
import { download } from './download.ts';

interface ObjectDialogProps {
  readonly bucket: Bucket;
  readonly objectKey: string;
  readonly onClose: () => void;
}

/** One object: what it is, its download, and a link for others. */
export function ObjectDialog({ bucket: { name }, objectKey: key, onClose }: ObjectDialogProps) {
  const { items, error } = useList('listObjects', { name, query: { prefix: key, limit: 1 } });
  const object = items?.find((one) => one.key === key);
  return (
    <Dialog title={key} onClose={onClose}>
      <div className="stack">
        {error && <Problem error={error} />}
        {items && !object && <p>This object no longer exists.</p>}
        {object && (
          <>
            <Facts
              facts={[
                ['Size', `${size(object.size)} (${object.size.toLocaleString('en')} bytes)`],
                ['Written', <Time key="at" at={object.last_modified} />],
                ['ETag', <code key="etag">{object.etag}</code>],
                ['In S3', <Copy key="s3" text={`s3://${name}/${key}`} label="the S3 address" />],
              ]}
            />
            <div className="row">
              <button type="button" className="primary" onClick={() => void download(name, key)}>
                Download
              </button>
            </div>
            <Share bucket={name} objectKey={key} />
          </>
        )}
      </div>
    </Dialog>
  );
}

const lifetimes = [
  [3600, 'an hour'],
  [86_400, 'a day'],
  [604_800, 'a week, the longest'],
] as const;

function Share({ bucket, objectKey: key }: { bucket: string; objectKey: string }) {
  const [expires_in, setLifetime] = useState(86_400);
  const [link, setLink] = useState<{ url: string; expires_at: string }>();
  return (
    <section className="stack" aria-labelledby="share">
      <h3 id="share">Share</h3>
      <OperationForm
        operation="createPresignedUrl"
        args={{ name: bucket, body: { operation: 'get', key, expires_in } }}
        submit="Create link"
        onDone={setLink}
      >
        {(error) => (
          <Field
            label="Anyone with the link can download the object, without a login, for"
            name="expires_in"
            error={error}
            hint="You cannot revoke the link; only deleting the object or the bucket ends it."
          >
            <select value={expires_in} onChange={(event) => setLifetime(Number(event.target.value))}>
              {lifetimes.map(([seconds, words]) => (
                <option key={seconds} value={seconds}>
                  {words}
                </option>
              ))}
            </select>
          </Field>
        )}
      </OperationForm>
      {link && (
        <div className="note">
          <Copy text={link.url} label="the link" />
          <p className="about">
            It expires <Time at={link.expires_at} real />.
          </p>
        </div>
      )}
    </section>
  );
}
