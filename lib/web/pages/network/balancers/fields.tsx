import type { SvcError } from '#lib/client/error.ts';
import { Check } from '#lib/web/parts/field.tsx';
import { ChoiceField } from '#lib/web/parts/text-field.tsx';
import { CheckFields } from './check-fields.tsx';
import type { SettingsDraft } from './draft.ts';
import { ListenerRows } from './listener-fields.tsx';

const algorithms = [
  ['round_robin', 'Each in turn'],
  ['least_connections', 'The one with the fewest open requests'],
] as const;

interface FieldsProps {
  readonly draft: SettingsDraft;
  readonly onChange: (draft: SettingsDraft) => void;
  readonly error: SvcError | undefined;
}

/** The listeners of a load balancer, and how it chooses and checks backends. */
export function SettingsFields({ draft, onChange, error }: FieldsProps) {
  const change = (part: Partial<SettingsDraft>) => onChange({ ...draft, ...part });
  return (
    <>
      <ListenerRows rows={draft.listeners} onChange={(listeners) => change({ listeners })} error={error} />
      <ChoiceField
        label="Choice of the backend"
        name="algorithm"
        value={draft.algorithm}
        options={algorithms}
        onChange={(algorithm) => change({ algorithm })}
        error={error}
      />
      <Check
        label="A client returns to the same backend"
        hint="By cookie for http and https, by client address for tcp."
        checked={draft.sticky}
        onChange={(sticky) => change({ sticky })}
      />
      <CheckFields draft={draft.check} onChange={(check) => change({ check })} error={error} />
    </>
  );
}
