import type { SvcError } from '#lib/client/error.ts';
import { Field, faultOf } from '#lib/web/parts/field.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { Rows } from '#lib/web/parts/rows.tsx';
import { PortField, TextField } from '#lib/web/parts/text-field.tsx';
import { type BackendDraft, newBackend } from './draft.ts';

interface BackendsProps {
  readonly rows: readonly BackendDraft[];
  readonly onChange: (rows: readonly BackendDraft[]) => void;
  /** The network whose instances can be chosen; '' for the default one. */
  readonly vpc: string;
  readonly error: SvcError | undefined;
}

/** The first backends of a load balancer. */
export function BackendRows({ rows, onChange, vpc, error }: BackendsProps) {
  return (
    <Rows
      title="Backends"
      noun="backend"
      rows={rows}
      onChange={onChange}
      blank={newBackend}
      most={100}
      fault={faultOf(error, 'backends')}
      about="Instances in the same network. You can also add them later."
    >
      {(row, set, place) => (
        <BackendFields row={row} set={set} vpc={vpc} error={error} prefix={`backends[${place}].`} />
      )}
    </Rows>
  );
}

interface BackendFieldsProps {
  readonly row: Omit<BackendDraft, 'key'>;
  readonly set: (part: Partial<BackendDraft>) => void;
  readonly vpc: string;
  readonly error: SvcError | undefined;
  readonly prefix?: string;
  /** Instances that cannot be chosen, as they are backends. */
  readonly without?: ReadonlySet<string>;
}

/** The fields of one backend. */
export function BackendFields({ row, set, vpc, error, prefix = '', without }: BackendFieldsProps) {
  return (
    <>
      <Field label="Instance" name={`${prefix}instance_id`} error={error}>
        <Pick
          operation="listInstances"
          value={row.instance}
          onChange={(instance) => set({ instance })}
          {...(vpc && { query: { vpc_id: vpc } })}
          only={({ id }) => !without?.has(id)}
        />
      </Field>
      <PortField
        label="Port"
        name={`${prefix}port`}
        placeholder="the backends’ port"
        value={row.port}
        onChange={(port) => set({ port })}
        error={error}
      />
      <TextField
        label="Weight"
        name={`${prefix}weight`}
        type="number"
        min="1"
        max="100"
        required
        value={row.weight}
        onChange={(weight) => set({ weight })}
        error={error}
      />
    </>
  );
}
