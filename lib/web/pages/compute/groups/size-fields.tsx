import type { SvcError } from '#lib/client/error.ts';
import { TextField } from '#lib/web/parts/text-field.tsx';
import type { SizesDraft } from './draft.ts';

const fields = [
  ['min', 'min_size', 'At least'],
  ['desired', 'desired_capacity', 'Now'],
  ['max', 'max_size', 'At most'],
] as const;

interface SizeFieldsProps {
  readonly draft: SizesDraft;
  readonly onChange: (draft: SizesDraft) => void;
  readonly error: SvcError | undefined;
}

/** How many members a group has: at least, now and at most. */
export function SizeFields({ draft, onChange, error }: SizeFieldsProps) {
  return (
    <fieldset className="stack">
      <legend>Number of members</legend>
      <div className="pair">
        {fields.map(([field, name, label]) => (
          <TextField
            key={field}
            label={label}
            name={name}
            type="number"
            min={field === 'max' ? '1' : '0'}
            max="20"
            required
            value={draft[field]}
            onChange={(text) => onChange({ ...draft, [field]: text })}
            error={error}
          />
        ))}
      </div>
    </fieldset>
  );
}
