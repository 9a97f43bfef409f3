import { useState } from 'react';
import type { LifecycleRule } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { RuleCards } from './rule-cards.tsx';

/** The rules by which a bucket deletes objects by itself. */
export function Lifecycle({ name }: { name: string }) {
  const { data, error, refetch } = useRead('getBucketLifecycle', { name });
  if (error) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  return <Rules key={JSON.stringify(data.rules)} name={name} rules={data.rules} />;
}

const fresh = (rules: readonly LifecycleRule[]): LifecycleRule => ({
  id: `rule-${rules.length + 1}`,
  enabled: true,
  prefix: '',
  tags: null,
  larger_than: null,
  smaller_than: null,
  expire_days: 30,
  expire_on: null,
  expire_markers: false,
  noncurrent_days: null,
  keep_noncurrent: null,
  abort_multipart_days: null,
});

function Rules({ name, rules: before }: { name: string; rules: readonly LifecycleRule[] }) {
  const [rules, setRules] = useState(before);
  return (
    <OperationForm
      operation="putBucketLifecycle"
      args={{ name, body: { rules } }}
      submit="Save the rules"
      onDone={() => say('The rules are saved.')}
    >
      {(error) => (
        <>
          <p>Once a day, the rules delete old objects, older versions and unfinished uploads.</p>
          <RuleCards
            rules={rules}
            onChange={setRules}
            none="Objects in this bucket are kept until someone deletes them."
            fresh={() => fresh(rules)}
          >
            {(rule, change, at) => <Rule rule={rule} at={at} error={error} onChange={change} />}
          </RuleCards>
        </>
      )}
    </OperationForm>
  );
}

const ages = [
  ['expire_days', 'Days after which objects are deleted'],
  ['noncurrent_days', 'Days after which older versions are deleted'],
  ['abort_multipart_days', 'Days after which unfinished uploads are deleted'],
] as const;

interface RuleProps {
  readonly rule: LifecycleRule;
  readonly at: number;
  readonly error: Parameters<typeof Field>[0]['error'];
  readonly onChange: (to: Partial<LifecycleRule>) => void;
}

/** What a rule says beyond the fields of this page, which keep it. */
function beyond(rule: LifecycleRule): string[] {
  return [
    ...Object.entries(rule.tags ?? {}).map(([name, value]) => `only objects with the tag ${name}=${value}`),
    ...(rule.larger_than === null ? [] : [`only objects of more than ${rule.larger_than} bytes`]),
    ...(rule.smaller_than === null ? [] : [`only objects of fewer than ${rule.smaller_than} bytes`]),
    ...(rule.expire_on === null ? [] : [`objects are deleted from ${rule.expire_on} on`]),
    ...(rule.expire_markers ? ['delete markers that hide no version are deleted'] : []),
    ...(rule.keep_noncurrent === null ? [] : [`the newest ${rule.keep_noncurrent} older versions are kept`]),
  ];
}

function Rule({ rule, at, error, onChange }: RuleProps) {
  return (
    <>
      <Field label="Name" name={`rules.${at}.id`} error={error}>
        <input value={rule.id} onChange={(event) => onChange({ id: event.target.value })} autoComplete="off" required />
      </Field>
      <Check label="Enabled" checked={rule.enabled} onChange={(enabled) => onChange({ enabled })} />
      <Field label="Objects whose names begin with" name={`rules.${at}.prefix`} error={error} hint="Empty for all.">
        <input value={rule.prefix} onChange={(event) => onChange({ prefix: event.target.value })} autoComplete="off" />
      </Field>
      {beyond(rule).length > 0 && <p>Also: {beyond(rule).join('; ')}.</p>}
      {ages.map(([field, label]) => (
        <Field key={field} label={label} name={`rules.${at}.${field}`} error={error} hint="Empty for never.">
          <input
            type="number"
            min={1}
            value={rule[field] ?? ''}
            onChange={({ target: { value } }) => onChange({ [field]: value === '' ? null : Number(value) })}
          />
        </Field>
      ))}
    </>
  );
}
