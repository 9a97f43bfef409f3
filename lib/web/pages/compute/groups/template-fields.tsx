import type { SvcError } from '#lib/client/error.ts';
import { useRead } from '#lib/web/api/query.ts';
import { RunProgram } from '#lib/web/pages/compute/images/program.tsx';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { ChoiceField, PortField, TextField } from '#lib/web/parts/text-field.tsx';
import type { TemplateDraft } from './draft.ts';

/** What the fields of a template are given. */
export interface FieldsProps {
  readonly draft: TemplateDraft;
  readonly onChange: (part: Partial<TemplateDraft>) => void;
  readonly error: SvcError | undefined;
}

/** What new members are made of. */
export function TemplateFields({ draft, onChange, error }: FieldsProps) {
  const { data } = useRead('getImage', { id: draft.image }, { enabled: draft.image !== '' });
  const image = data?.id === draft.image ? data : undefined;
  return (
    <fieldset className="stack">
      <legend>New members</legend>
      <Field label="Type" name="instance_type_id" error={error}>
        <Pick
          operation="listInstanceTypes"
          value={draft.type}
          onChange={(type) => onChange({ type })}
          only={({ available }) => available}
        />
      </Field>
      <Field
        label="Image"
        name="image_id"
        error={error}
        hint="An image of the platform, one of your own, or a snapshot."
      >
        <Pick
          operation="listImages"
          value={draft.image}
          onChange={(image, item) => onChange({ image, runs: item?.shell === false })}
          only={({ available }) => available}
        />
      </Field>
      <RunProgram image={image} checked={draft.runs} onChange={(runs) => onChange({ runs })} />
      <Field label="SSH key" name="ssh_key_id" error={error}>
        <Pick operation="listSshKeys" value={draft.key} onChange={(key) => onChange({ key })} none="No key" />
      </Field>
      <Field
        label="User data"
        name="user_data"
        error={error}
        hint="A script that runs once, at the first boot of each member, to install and start your software."
      >
        <textarea
          value={draft.userData}
          onChange={(event) => onChange({ userData: event.target.value })}
          spellCheck={false}
          placeholder={'#!/bin/sh\n…'}
        />
      </Field>
    </fieldset>
  );
}

const metrics = [
  ['none', 'No: its size is set by hand'],
  ['cpu', 'Yes, with CPU usage'],
  ['ram', 'Yes, with memory usage'],
] as const;

/** How the size of a group follows its load. */
export function PolicyFields({ draft, onChange, error }: FieldsProps) {
  return (
    <fieldset className="stack">
      <legend>Automatic size</legend>
      <ChoiceField
        label="Follow the load?"
        name="scaling_policy"
        value={draft.policy}
        options={metrics}
        onChange={(policy) => onChange({ policy })}
        error={draft.policy === 'none' ? error : undefined}
      />
      {draft.policy !== 'none' && <FollowFields draft={draft} onChange={onChange} error={error} />}
    </fieldset>
  );
}

function FollowFields({ draft, onChange, error }: FieldsProps) {
  return (
    <>
      <div className="pair">
        <TextField
          label="Target in percent"
          name="scaling_policy.target_percent"
          type="number"
          min="5"
          max="95"
          required
          value={draft.target}
          onChange={(target) => onChange({ target })}
          error={error}
          hint="The mean over all members."
        />
        <TextField
          label="Seconds between changes"
          name="scaling_policy.cooldown_seconds"
          type="number"
          min="60"
          max="3600"
          required
          value={draft.cooldown}
          onChange={(cooldown) => onChange({ cooldown })}
          error={error}
        />
      </div>
      <Check
        label="Also remove members"
        checked={draft.scaleIn}
        onChange={(scaleIn) => onChange({ scaleIn })}
        hint="Without this, the group only grows."
      />
    </>
  );
}

const healths = [
  ['instance', 'The machine runs'],
  ['load_balancer', 'The machine runs, and the load balancer finds it healthy'],
] as const;

/** The load balancer of a group, and when a member is replaced. */
export function HealthFields({ draft, onChange, error, vpc }: FieldsProps & { readonly vpc: string }) {
  return (
    <fieldset className="stack">
      <legend>Health and load balancer</legend>
      <div className="pair">
        <Field label="Load balancer" name="load_balancer_id" error={error} hint="Members become its backends.">
          <Pick
            operation="listLoadBalancers"
            value={draft.balancer}
            onChange={(balancer) => onChange({ balancer, ...(balancer === '' && { health: 'instance', port: '' }) })}
            {...(vpc && { query: { vpc_id: vpc } })}
            none="None"
          />
        </Field>
        {draft.balancer !== '' && (
          <PortField
            label="Port of the members"
            name="backend_port"
            value={draft.port}
            onChange={(port) => onChange({ port })}
            placeholder="the listeners’"
            error={error}
          />
        )}
      </div>
      <ChoiceField
        label="A member is healthy while"
        name="health_check.type"
        value={draft.health}
        options={draft.balancer === '' ? healths.slice(0, 1) : healths}
        onChange={(health) => onChange({ health })}
        error={error}
        hint="An unhealthy member is replaced."
      />
      <TextField
        label="Seconds of grace after a launch"
        name="health_check.grace_period_seconds"
        type="number"
        min="0"
        max="3600"
        required
        value={draft.grace}
        onChange={(grace) => onChange({ grace })}
        error={error}
      />
    </fieldset>
  );
}
