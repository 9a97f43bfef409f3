import { useEffect } from 'react';
import type { Image } from '#lib/generated/client/schemas.ts';
import { useList } from '#lib/web/api/query.ts';
import { Field } from '#lib/web/parts/field.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';

/** The images and the account's snapshots, of which one is chosen. */
export function ImageChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { items, error, again } = useList('listImages');
  const { items: snapshots = [] } = useList('listSnapshots', { query: { status: 'available' } });
  const first = items?.find(({ available, deprecated }) => available && !deprecated)?.id;
  useEffect(() => {
    if (value === '' && first !== undefined) onChange(first);
  }, [value, first, onChange]);
  if (error) return <Problem error={error} again={again} />;
  const images = items?.filter(({ type }) => type === 'system') ?? [];
  return (
    <>
      <fieldset>
        <legend>Image</legend>
        <div className="choices">
          {images.map((image) => (
            <Card key={image.id} image={image} isChosen={image.id === value} onChange={onChange} />
          ))}
        </div>
      </fieldset>
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

interface CardProps {
  readonly image: Image;
  readonly isChosen: boolean;
  readonly onChange: (id: string) => void;
}

function Card({ image: { id, name, available, unavailable_reason, min_ram }, isChosen, onChange }: CardProps) {
  return (
    <label className="choice">
      <input
        type="radio"
        name="image_id"
        value={id}
        checked={isChosen}
        disabled={!available}
        onChange={() => onChange(id)}
      />
      <strong>{name}</strong>
      <span className="about">{available ? `from ${min_ram} MiB of memory` : unavailable_reason}</span>
    </label>
  );
}
