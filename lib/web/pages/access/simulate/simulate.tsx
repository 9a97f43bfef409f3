import { useState } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import type { Simulation } from '#lib/generated/client/schemas.ts';
import { actions } from '#lib/model/identity/policy/actions.ts';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { Table } from '#lib/web/parts/table.tsx';
import { hrefOf, useSearch } from '#lib/web/shell/router.ts';
import { contextOf, wordsOf } from './read.ts';

type Result = Simulation['results'][number];

/** Asks whether an IAM user may do something, and which statement decides. The question stands in the address. */
export function Page() {
  const [search, change] = useSearch();
  const [answer, setAnswer] = useState<{ readonly of: string; readonly results: readonly Result[] }>();
  const [user, action, resource, context] = ['user', 'action', 'resource', 'context'].map(
    (name) => search.get(name) ?? '',
  ) as [string, string, string, string];
  const given = contextOf(context);
  const resources = wordsOf(resource);
  const body = {
    username: user,
    actions: wordsOf(action),
    ...(resources.length > 0 && { resources }),
    ...(Object.keys(given).length > 0 && { context: given }),
  };
  const asked = JSON.stringify(body);
  const found = answer?.of === asked ? answer.results : undefined;
  const set = (name: string) => (value: string) => change({ [name]: value }, 'typed');
  return (
    <>
      <Heading title="Policy simulator" />
      <p>This changes nothing. It shows what the policies of the user and of the user's groups would decide.</p>
      <OperationForm
        operation="simulatePolicy"
        args={user && body.actions.length > 0 ? { body } : undefined}
        submit="Simulate"
        onDone={({ results }) => setAnswer({ of: asked, results })}
      >
        {(error) => <Question {...{ user, action, resource, context, set, error }} />}
      </OperationForm>
      {found && (
        <section className="stack" aria-labelledby="decisions" aria-live="polite">
          <h2 id="decisions">Decisions</h2>
          <Table
            label="The decision for each action"
            columns={columns}
            rows={found}
            idOf={(result) => `${result.action} ${result.resource}`}
          />
        </section>
      )}
    </>
  );
}

interface QuestionProps {
  readonly user: string;
  readonly action: string;
  readonly resource: string;
  readonly context: string;
  readonly set: (name: string) => (value: string) => void;
  readonly error: SvcError | undefined;
}

function Question({ user, action, resource, context, set, error }: QuestionProps) {
  return (
    <>
      <Field label="User" name="username" error={error}>
        <Pick operation="listUsers" value={user} onChange={set('user')} />
      </Field>
      <Field label="Actions" name="actions" error={error} hint="One or more, separated by spaces.">
        <input
          value={action}
          onChange={(event) => set('action')(event.target.value)}
          list="known-actions"
          placeholder="compute:LaunchInstance"
          spellCheck={false}
          autoCapitalize="none"
          required
        />
      </Field>
      <datalist id="known-actions">
        {actions.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Field
        label="Resources"
        name="resources"
        error={error}
        hint="SRNs, separated by spaces. Leave it empty for any resource."
      >
        <input
          value={resource}
          onChange={(event) => set('resource')(event.target.value)}
          placeholder="srn:compute:in-mum:123456789012:instance/i-…"
          spellCheck={false}
          autoCapitalize="none"
        />
      </Field>
      <Field
        label="Conditions"
        name="context"
        error={error}
        hint="Optional: conditions of the request as key=value, separated by spaces."
      >
        <input
          value={context}
          onChange={(event) => set('context')(event.target.value)}
          placeholder="svc:PlanPriceMonthly=2000"
          spellCheck={false}
          autoCapitalize="none"
        />
      </Field>
    </>
  );
}

const decisions = {
  allowed: ['good', 'allowed'],
  explicit_deny: ['bad', 'denied'],
  implicit_deny: ['warn', 'not allowed'],
} as const;

const columns = [
  { title: 'Action', cell: ({ action }: Result) => <code>{action}</code> },
  { title: 'Resource', cell: ({ resource }: Result) => <code>{resource}</code> },
  {
    title: 'Decision',
    cell: ({ decision }: Result) => (
      <span className={`status ${decisions[decision][0]}`}>{decisions[decision][1]}</span>
    ),
  },
  {
    title: 'Why',
    cell: ({ matched }: Result) =>
      matched ? (
        <span>
          <a href={hrefOf(`/iam/policies/${matched.policy_id}`)}>the policy</a>
          {matched.sid && `, statement ${matched.sid}`}
        </span>
      ) : (
        <span className="about">no statement allows it</span>
      ),
  },
];
