import { useDeferredValue, useId } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { useList } from '#lib/web/api/query.ts';
import { Field } from '#lib/web/parts/field.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { TextField } from '#lib/web/parts/text-field.tsx';
import type { ImageDraft } from './draft.ts';

interface SourceProps {
  readonly draft: ImageDraft;
  readonly onChange: (part: Partial<ImageDraft>) => void;
  readonly error: SvcError | undefined;
}

/** The file in a bucket that an image is made of. */
export function ObjectFields({ draft: { bucket, key }, onChange, error }: SourceProps) {
  const list = useId();
  const prefix = useDeferredValue(key);
  const query = { limit: 20, ...(prefix && { prefix }) };
  // Where its keys may not be listed, one is typed.
  const { items = [] } = useList('listObjects', { name: bucket, query }, { enabled: bucket !== '' });
  return (
    <div className="pair">
      <Field label="Bucket" name="source.bucket" error={error}>
        <Pick operation="listBuckets" value={bucket} onChange={(next) => onChange({ bucket: next, key: '' })} />
      </Field>
      <TextField
        label="Key"
        name="source.key"
        value={key}
        onChange={(next) => onChange({ key: next })}
        error={error}
        placeholder="images/rootfs.tar.gz"
        hint="A root file system or an OCI layout as tar, plain or compressed by gzip or zstd."
        spellCheck={false}
        list={list}
        required
      />
      <datalist id={list}>
        {items.map((object) => (
          <option key={object.key} value={object.key} />
        ))}
      </datalist>
    </div>
  );
}

/** The snapshot that an image is made of. */
export function SnapshotField({ draft: { snapshot }, onChange, error }: SourceProps) {
  return (
    <Field
      label="Snapshot"
      name="source.snapshot_id"
      error={error}
      hint="The image is independent of it: you can delete the snapshot afterwards."
    >
      <Pick
        operation="listSnapshots"
        query={{ status: 'available' }}
        value={snapshot}
        onChange={(id) => onChange({ snapshot: id })}
      />
    </Field>
  );
}
