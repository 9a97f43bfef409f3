import { expect, test } from 'vitest';
import type { Field } from '#lib/generate/terraform/attribute.ts';
import document from '#lib/generated/openapi.json' with { type: 'json' };
import { callOf } from '#lib/terraform/map/noun.ts';
import { nouns } from '#lib/terraform/map/nouns.ts';

/* Which fields the document marks (contract 1.1). */

interface Found {
  readonly path: string;
  readonly field: Field & { readonly readOnly?: boolean; readonly 'x-immutable'?: boolean };
}

/** A schema and all in it, by their paths. */
function within(field: Field, path: string): Found[] {
  const { properties = {}, items, anyOf = [] } = field;
  return [
    { path, field },
    ...Object.entries(properties).flatMap(([name, inner]) => within(inner, `${path}.${name}`)),
    ...(items ? within(items, `${path}[]`) : []),
    ...anyOf.flatMap((inner) => within(inner, path)),
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: the operations of the document, whose form other tests hold.
const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as any[]);
const bodies = new Map<string, Field>(
  operations.flatMap(({ operationId, requestBody }) =>
    requestBody ? [[operationId, requestBody.content['application/json']?.schema ?? {}]] : [],
  ),
);
const asked = [...bodies].flatMap(([name, body]) => within(body, name));
const components = Object.entries(document.components.schemas as unknown as Record<string, Field>);
const replies = operations.flatMap(({ operationId, responses }) =>
  Object.values(responses as Record<string, { content?: Record<string, { schema: Field }> }>).flatMap(({ content }) =>
    within(content?.['application/json']?.schema ?? {}, operationId),
  ),
);
const shown = [...components.flatMap(([name, schema]) => within(schema, name)), ...replies];

test('every secret of a request is writeOnly, and nothing that a reply shows', () => {
  const secret = /\.(?:\w+_)?(?:password|token|private_key_pem|secret_key|code)$/;
  const notSecret = new Set(['updateTaxProfile.state_code']);
  const named = asked.filter(({ path }) => secret.test(path) && !notSecret.has(path)).map(({ path }) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(asked.filter(({ field }) => field.writeOnly).map(({ path }) => path)).toEqual(named);
  expect(shown.filter(({ field }) => field.writeOnly)).toEqual([]);
});

test('what only the platform sets of a stored resource is readOnly, and no request has that', () => {
  const stored = components.filter(
    ([, { properties = {} }]) => 'account_id' in properties && 'updated_at' in properties,
  );
  expect(stored.length).toBeGreaterThan(20);
  const own = ['id', 'account_id', 'created_at', 'updated_at', 'status_reason'];
  const open = stored.flatMap(([name, { properties = {} }]) =>
    own
      .filter((one) => one in properties && !(properties[one] as Found['field']).readOnly)
      .map((one) => `${name}.${one}`),
  );
  expect(open).toEqual([]);
  expect(asked.filter(({ field }) => field.readOnly).map(({ path }) => path)).toEqual([]);
});

test.each(Object.entries(nouns).filter(([, { only }]) => !only))(
  'what makes a new %s where it changes is immutable, and nothing else of a request',
  (_, { create, updates = [], apart = {} }) => {
    const fields = (operation: string) => Object.entries(bodies.get(operation)?.properties ?? {});
    const calls = updates.map(callOf);
    const changed = calls.flatMap(({ operation, sets = [] }) => [...sets, ...fields(operation).map(([name]) => name)]);
    const made = fields(callOf(create).operation);
    const fixed = made.map(([name]) => name).filter((name) => !changed.includes(name) && !(name in apart));
    const marked = made.filter(([, field]) => (field as Found['field'])['x-immutable']).map(([name]) => name);
    expect(marked).toEqual(fixed);
    for (const { operation } of calls) {
      const immutable = fields(operation).filter(([, field]) => (field as Found['field'])['x-immutable']);
      expect([operation, immutable]).toEqual([operation, []]);
    }
  },
);

test('lists that are sets are marked', () => {
  expect(
    asked
      .filter(({ field }) => field.uniqueItems)
      .map(({ path }) => path)
      .sort(),
  ).toEqual([
    'createAutoScalingGroup.firewall_rules',
    'createGroup.policy_ids',
    'createUser.groups',
    'createUser.policy_ids',
    'createWebhook.event_types',
    'launchInstance.firewall_rules',
    'putBudget.alert_percents',
    'replaceFirewallRules.rules',
    'updateAutoScalingGroup.firewall_rules',
    'updateInstanceSshKeys.ssh_key_ids',
    'updateWebhook.event_types',
  ]);
});
