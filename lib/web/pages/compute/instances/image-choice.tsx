import { useEffect } from 'react';
import type { Image } from '#lib/generated/client/schemas.ts';
import { useList } from '#lib/web/api/query.ts';
import { byPresence, isOwn, originOf } from '#lib/web/pages/compute/images/image.ts';
import { Absent } from '#lib/web/pages/compute/images/shown.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { size } from '#lib/web/parts/size.ts';

interface ChoiceProps {
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** The images that are there, and the account's snapshots, of which one is chosen. Other images are folded away. */
export function ImageChoice({ value, onChange }: ChoiceProps) {
  const { items, error, again } = useList('listImages');
  const { items: snapshots = [] } = useList('listSnapshots', { query: { status: 'available' } });
  const first = items?.find(({ available, deprecated }) => available && !deprecated)?.id;
  useEffect(() => {
    if (value === '' && first !== undefined) onChange(first);
  }, [value, first, onChange]);
  if (error) return <Problem error={error} again={again} />;
  const ofType = (wanted: Image['type']) => items?.filter(({ type }) => type === wanted) ?? [];
  return (
    <>
      <Cards legend="Image" images={ofType('system')} value={value} onChange={onChange} />
      <Cards legend="Your images" images={ofType('account')} value={value} onChange={onChange} />
      {(snapshots.length > 0 || value.startsWith('snap-')) && (
        <Field label="Or a snapshot" name="image_id">
          <select value={value.startsWith('snap-') ? value : ''} onChange={(event) => onChange(event.target.value)}>
            <option value="">none</option>
            {snapshots.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
    </>
  );
}

function Cards({ legend, images, value, onChange }: ChoiceProps & { legend: string; images: readonly Image[] }) {
  if (images.length === 0) return null;
  const { there, absent } = byPresence(images);
  return (
    <fieldset className="stack">
      <legend>{legend}</legend>
      {there.length > 0 && (
        <div className="choices">
          {there.map((image) => (
            <label key={image.id} className="choice">
              <input
                type="radio"
                name="image_id"
                value={image.id}
                checked={image.id === value}
                onChange={() => onChange(image.id)}
              />
              <strong>{image.name}</strong>
              <span className="about">{aboutOf(image)}</span>
            </label>
          ))}
        </div>
      )}
      <Absent images={absent} />
    </fieldset>
  );
}

/** What a choice says of an image below its name. */
function aboutOf(image: Image): string {
  const { pulled, min_ram, size_bytes } = image;
  const origin = (isOwn(image) && originOf(image)) || `from ${min_ram} MiB of memory`;
  const bytes = size_bytes === null ? [] : [size(size_bytes)];
  return [origin, ...bytes, ...(pulled ? [] : ['downloaded at its first launch'])].join(' · ');
}
