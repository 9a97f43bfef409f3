import type { SvcError } from '#lib/client/error.ts';
import { Check, faultOf } from '#lib/web/parts/field.tsx';
import { Rows } from '#lib/web/parts/rows.tsx';
import { ChoiceField, PortField } from '#lib/web/parts/text-field.tsx';
import { CheckFields } from './check-fields.tsx';
import { type ListenerDraft, newListener, type Protocol, type SettingsDraft } from './draft.ts';

const protocols = [
  ['http', 'http'],
  ['tcp', 'tcp'],
] as const satisfies readonly (readonly [Protocol, string])[];

const algorithms = [
  ['round_robin', 'In turn'],
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
        label="Which backend gets a request"
        name="algorithm"
        value={draft.algorithm}
        options={algorithms}
        onChange={(algorithm) => change({ algorithm })}
        error={error}
      />
      <Check
        label="A client returns to the same backend"
        hint="By a cookie for http, by its address for tcp."
        checked={draft.sticky}
        onChange={(sticky) => change({ sticky })}
      />
      <CheckFields draft={draft.check} onChange={(check) => change({ check })} error={error} />
    </>
  );
}

interface ListenersProps {
  readonly rows: readonly ListenerDraft[];
  readonly onChange: (rows: readonly ListenerDraft[]) => void;
  readonly error: SvcError | undefined;
}

function ListenerRows({ rows, onChange, error }: ListenersProps) {
  return (
    <Rows
      title="Listeners"
      noun="listener"
      rows={rows}
      onChange={onChange}
      blank={newListener}
      least={1}
      most={10}
      fault={faultOf(error, 'listeners')}
      about="What clients connect to, and the port of the backends to which it is passed on."
    >
      {(row, set, place) => {
        const name = `listeners[${place}]`;
        return (
          <>
            <ChoiceField
              label="Protocol"
              name={`${name}.protocol`}
              value={row.protocol}
              options={protocols}
              onChange={(protocol) => set({ protocol })}
              error={error}
            />
            <PortField
              label="Port"
              name={`${name}.port`}
              required
              value={row.port}
              onChange={(port) => set({ port })}
              error={error}
            />
            <PortField
              label="Backends’ port"
              name={`${name}.target_port`}
              placeholder="the same"
              value={row.target}
              onChange={(target) => set({ target })}
              error={error}
            />
          </>
        );
      }}
    </Rows>
  );
}
