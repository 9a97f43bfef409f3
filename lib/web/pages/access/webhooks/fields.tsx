import type { SvcError } from '#lib/client/error.ts';
import type { Webhook } from '#lib/generated/client/schemas.ts';
import { eventKinds } from '#lib/web/pages/access/activity/kinds.ts';
import { Check, Field, faultOf } from '#lib/web/parts/field.tsx';
import { words } from '#lib/web/parts/status.tsx';

/** What a webhook is made of. */
export interface Hook {
  readonly url: string;
  readonly description: string;
  readonly types: readonly string[];
}

/** A webhook as the API takes it. The platform refuses a type that it does not know. */
export const bodyOf = ({ url, description, types }: Hook) => ({
  url: url.trim(),
  description: description.trim() || null,
  event_types: types as Webhook['event_types'],
});

interface FieldsProps {
  readonly hook: Hook;
  readonly onChange: (hook: Hook) => void;
  readonly error: SvcError | undefined;
}

/** The fields of a webhook. */
export function HookFields({ hook, onChange, error }: FieldsProps) {
  const fault = faultOf(error, 'event_types');
  const all = hook.types.includes('*');
  const turn = (type: string, on: boolean) =>
    onChange({ ...hook, types: on ? [...hook.types, type] : hook.types.filter((one) => one !== type) });
  // Single types, which the command line can name, stay as they are.
  const single = hook.types.filter((type) => type !== '*' && !type.endsWith('.*'));
  return (
    <>
      <Field
        label="Address"
        name="url"
        error={error}
        hint="An https:// address; on a laptop also http:// to a program on the same computer."
      >
        <input
          type="url"
          value={hook.url}
          onChange={(event) => onChange({ ...hook, url: event.target.value })}
          required
        />
      </Field>
      <Field label="Description" name="description" error={error} hint="Optional: which program receives the events.">
        <input value={hook.description} onChange={(event) => onChange({ ...hook, description: event.target.value })} />
      </Field>
      <fieldset className="stack">
        <legend>Events</legend>
        <Check label="All events" checked={all} onChange={(on) => onChange({ ...hook, types: on ? ['*'] : [] })} />
        {!all && (
          <div className="choices">
            {[...eventKinds, ...single].map((type) => (
              <Check
                key={type}
                label={type.endsWith('.*') ? words(type.slice(0, -2)) : type}
                checked={hook.types.includes(type)}
                onChange={(on) => turn(type, on)}
              />
            ))}
          </div>
        )}
        {fault && <span className="fault">{fault}</span>}
      </fieldset>
    </>
  );
}
