import { useState } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Tags } from '#lib/web/parts/tags.tsx';
import { TextField } from '#lib/web/parts/text-field.tsx';
import { hrefOf, navigate, useSearch } from '#lib/web/shell/router.ts';
import { argsOf, type ImageDraft, nameOf, newImage, type Origin } from './draft.ts';
import { PriceProblem, useGibPrice } from './price.tsx';
import { ObjectFields, SnapshotField } from './source-fields.tsx';

/** Creates an image from a registry, a file in a bucket, or a snapshot, which `?snapshot=` may name. */
export function Page() {
  const [search] = useSearch();
  const [draft, setDraft] = useState(() => newImage(search.get('snapshot')));
  const change = (part: Partial<ImageDraft>) => setDraft((before) => ({ ...before, ...part }));
  const { snapshot } = draft;
  const { data } = useRead('getSnapshot', { id: snapshot }, { enabled: snapshot !== '' });
  const name = nameOf(draft, snapshot ? data?.name : '');
  const rupees = useGibPrice();
  return (
    <>
      <Heading title="Create an image" back={[hrefOf('/images'), 'Images']} />
      <OperationForm
        operation="createImage"
        args={argsOf(draft, name)}
        submit="Create image"
        onDone={({ id }) => navigate(`/images/${id}`)}
        preview
        unpriced={`An image costs ${rupees === undefined ? '' : `₹${rupees} `}a month for each GiB of its size, from when it is available.`}
      >
        {(error) => (
          <>
            <Origins value={draft.from} onChange={(from) => change({ from })} />
            <SourceFields draft={draft} onChange={change} error={error} />
            <TextField
              label="Name"
              name="name"
              value={name}
              onChange={(next) => change({ name: next })}
              error={error}
              maxLength={64}
              required
            />
            <Tags value={draft.tags} onChange={(tags) => change({ tags })} error={error} />
          </>
        )}
      </OperationForm>
      <PriceProblem />
    </>
  );
}

const origins: Readonly<Record<Origin, readonly [string, string]>> = {
  registry: ['A registry', 'any OCI image, by its reference'],
  object: ['A file in a bucket', 'a root file system or an OCI layout, as tar'],
  snapshot: ['A snapshot', 'the disk of a machine that you have prepared'],
};

function Origins({ value, onChange }: { value: Origin; onChange: (origin: Origin) => void }) {
  return (
    <fieldset>
      <legend>Source</legend>
      <div className="choices">
        {Object.entries(origins).map(([origin, [label, about]]) => (
          <label key={origin} className="choice">
            <input
              type="radio"
              name="source"
              value={origin}
              checked={origin === value}
              onChange={() => onChange(origin as Origin)}
            />
            <strong>{label}</strong>
            <span className="about">{about}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SourceProps {
  readonly draft: ImageDraft;
  readonly onChange: (part: Partial<ImageDraft>) => void;
  readonly error: SvcError | undefined;
}

function SourceFields(props: SourceProps) {
  const { draft, onChange, error } = props;
  if (draft.from === 'object') return <ObjectFields {...props} />;
  if (draft.from === 'snapshot') return <SnapshotField {...props} />;
  return (
    <TextField
      label="Reference"
      name="source.registry"
      value={draft.registry}
      onChange={(registry) => onChange({ registry })}
      error={error}
      placeholder="registry.example.in/library/redis:7"
      hint="The registry, the repository, and a tag or a digest. It is read without a login."
      spellCheck={false}
      required
    />
  );
}
