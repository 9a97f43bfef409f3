import { useState } from 'react';
import type { CorsRule } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { consoleRule } from '#lib/web/pages/storage/cors.ts';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { RuleCards } from './rule-cards.tsx';

/** The rules by which pages of other origins may use a bucket. */
export function Cors({ name }: { name: string }) {
  const { data, error, refetch } = useRead('getBucketCors', { name });
  if (error) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  return <Rules key={JSON.stringify(data.rules)} name={name} rules={data.rules} />;
}

const methods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'] as const;
const fresh = (): CorsRule => ({
  id: null,
  allowed_origins: ['https://'],
  allowed_methods: ['GET'],
  allowed_headers: ['*'],
  expose_headers: [],
  max_age_seconds: null,
});

function Rules({ name, rules: before }: { name: string; rules: readonly CorsRule[] }) {
  const [rules, setRules] = useState(before);
  return (
    <OperationForm
      operation="putBucketCors"
      args={{ name, body: { rules } }}
      submit="Save the rules"
      onDone={() => say('The rules are saved.')}
    >
      {(error) => (
        <>
          <p>
            A browser lets a page use the bucket only if a rule allows the page’s origin. Other programs need no rule.
            The first rule that matches applies.
          </p>
          <RuleCards
            rules={rules}
            onChange={setRules}
            none="No page of another origin can use this bucket."
            fresh={fresh}
            also={
              <button type="button" onClick={() => setRules([...rules, consoleRule(location.origin)])}>
                Add the rule for this console
              </button>
            }
          >
            {(rule, change, at) => <Rule rule={rule} at={at} error={error} onChange={change} />}
          </RuleCards>
        </>
      )}
    </OperationForm>
  );
}

interface RuleProps {
  readonly rule: CorsRule;
  readonly at: number;
  readonly error: Parameters<typeof Field>[0]['error'];
  readonly onChange: (to: Partial<CorsRule>) => void;
}

const lines = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '');

function Rule({ rule, at, error, onChange }: RuleProps) {
  const has = (method: (typeof methods)[number]) => rule.allowed_methods.includes(method);
  return (
    <>
      <Words
        label="Origins"
        name={`rules.${at}.allowed_origins`}
        hint="Such as https://app.example. Each can contain one *."
        value={rule.allowed_origins}
        error={error}
        onChange={(allowed_origins) => onChange({ allowed_origins })}
      />
      <fieldset className="row">
        <legend>Methods</legend>
        {methods.map((method) => (
          <Check
            key={method}
            label={method}
            checked={has(method)}
            onChange={(on) => onChange({ allowed_methods: methods.filter((one) => (one === method ? on : has(one))) })}
          />
        ))}
      </fieldset>
      <Words
        label="Headers that pages can set"
        name={`rules.${at}.allowed_headers`}
        value={rule.allowed_headers}
        error={error}
        onChange={(allowed_headers) => onChange({ allowed_headers })}
      />
      <Words
        label="Headers that pages can read"
        name={`rules.${at}.expose_headers`}
        value={rule.expose_headers}
        error={error}
        onChange={(expose_headers) => onChange({ expose_headers })}
      />
      <Field label="Seconds for which a browser caches the answer" name={`rules.${at}.max_age_seconds`} error={error}>
        <input
          type="number"
          min={0}
          value={rule.max_age_seconds ?? ''}
          onChange={({ target: { value } }) => onChange({ max_age_seconds: value === '' ? null : Number(value) })}
        />
      </Field>
    </>
  );
}

interface WordsProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly value: readonly string[];
  readonly error: RuleProps['error'];
  readonly onChange: (value: string[]) => void;
}

/** A field for several words. What is typed stays as it is typed. */
function Words({ label, name, hint, value, error, onChange }: WordsProps) {
  const [text, setText] = useState(value.join(' '));
  return (
    <Field label={label} name={name} hint={hint} error={error}>
      <input
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(lines(event.target.value));
        }}
        spellCheck={false}
        autoComplete="off"
      />
    </Field>
  );
}
