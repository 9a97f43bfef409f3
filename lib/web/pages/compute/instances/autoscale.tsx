import { useState } from 'react';
import type { Args } from '#lib/client/methods.ts';
import type { AutoscaleRule, Instance } from '#lib/generated/client/schemas.ts';
import { useList, useRead } from '#lib/web/api/query.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

type Body = Args<'putAutoscaleRule'>['body'];

/** The rule by which an instance is resized by its load: shown, changed and removed. */
export function AutoscaleForm({ instance }: { instance: Instance }) {
  const { id } = instance;
  const { data, error, refetch, isLoading } = useRead('getAutoscaleRule', { id });
  if (isLoading) return <Loading />;
  if (error && error.status !== 404) return <Problem error={error} again={() => void refetch()} />;
  const rule = error ? undefined : data;
  return (
    <>
      <p>
        {rule
          ? decided(rule)
          : 'Without a rule, the type of this instance does not change. A rule changes it to the next larger or smaller type with its load.'}
      </p>
      <Rule key={rule ? 'rule' : 'none'} instance={instance} rule={rule} />
      {rule && (
        <div>
          <button type="button" className="danger" onClick={() => openDialog(removal(instance))}>
            Remove the rule
          </button>
        </div>
      )}
    </>
  );
}

const removal = ({ id, name }: Instance) => (
  <Confirm
    operation="deleteAutoscaleRule"
    args={{ id }}
    title="Remove the rule"
    submit="Remove"
    name={name}
    preview
    said="The rule is removed."
  >
    The instance keeps its current type.
  </Confirm>
);

/** What the rule did last, or would have done. */
function decided({ last_decision: last, mode }: AutoscaleRule): string {
  if (!last) return 'The rule has not decided anything yet.';
  const { from, to, reason } = last;
  if (from === to) return `Its type stayed ${from}: ${reason}`;
  return mode === 'apply'
    ? `It went from ${from} to ${to}: ${reason}`
    : `It would have gone from ${from} to ${to}: ${reason}`;
}

function Rule({ instance, rule }: { instance: Instance; rule: AutoscaleRule | undefined }) {
  const { items: types = [], error: unread, again } = useList('listInstanceTypes');
  const [body, setBody] = useState<Body>({
    metric: rule?.metric ?? 'cpu',
    scale_up_percent: rule?.scale_up_percent ?? 80,
    scale_down_percent: rule?.scale_down_percent ?? 20,
    min_instance_type_id: rule?.min_instance_type_id ?? instance.instance_type_id,
    max_instance_type_id: rule?.max_instance_type_id ?? instance.instance_type_id,
    mode: rule?.mode ?? 'recommend',
    enabled: rule?.enabled ?? true,
  });
  const set = (change: Partial<Body>) => setBody({ ...body, ...change });
  const options = types.map(({ id }) => <option key={id}>{id}</option>);
  return (
    <OperationForm
      operation="putAutoscaleRule"
      args={{ id: instance.id, body }}
      submit="Save the rule"
      onDone={() => say('The rule is saved.')}
    >
      {(error) => (
        <>
          <Field label="By" name="metric" error={error}>
            <select value={body.metric} onChange={(event) => set({ metric: event.target.value as Body['metric'] })}>
              <option value="cpu">CPU</option>
              <option value="ram">memory</option>
            </select>
          </Field>
          <Field label="Larger above, in percent" name="scale_up_percent" error={error}>
            <input
              type="number"
              value={body.scale_up_percent}
              onChange={(event) => set({ scale_up_percent: event.target.valueAsNumber })}
            />
          </Field>
          <Field label="Smaller below, in percent" name="scale_down_percent" error={error}>
            <input
              type="number"
              value={body.scale_down_percent}
              onChange={(event) => set({ scale_down_percent: event.target.valueAsNumber })}
            />
          </Field>
          <Field label="Smallest type" name="min_instance_type_id" error={error}>
            <select
              value={body.min_instance_type_id}
              onChange={(event) => set({ min_instance_type_id: event.target.value })}
            >
              {options}
            </select>
          </Field>
          <Field label="Largest type" name="max_instance_type_id" error={error}>
            <select
              value={body.max_instance_type_id}
              onChange={(event) => set({ max_instance_type_id: event.target.value })}
            >
              {options}
            </select>
          </Field>
          {unread && <Problem error={unread} again={again} />}
          <Check
            label="Resize it"
            checked={body.mode === 'apply'}
            onChange={(applies) => set({ mode: applies ? 'apply' : 'recommend' })}
            hint="A resize restarts the machine. Otherwise the rule only notes what it would do."
          />
          <Check label="The rule is on" checked={body.enabled ?? true} onChange={(enabled) => set({ enabled })} />
        </>
      )}
    </OperationForm>
  );
}
