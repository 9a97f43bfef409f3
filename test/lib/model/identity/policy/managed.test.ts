import { describe, expect, test } from 'vitest';
import { compilePolicy } from '#lib/domain/identity/iam/policy/compile.ts';
import { evaluate } from '#lib/domain/identity/iam/policy/evaluate.ts';
import { actions, services } from '#lib/model/identity/policy/actions.ts';
import { policyDocument } from '#lib/model/identity/policy/document.ts';
import { type ManagedPolicyName, managedPolicies, rolePolicies } from '#lib/model/identity/policy/managed.ts';
import { isPlatformAction } from '#lib/model/identity/policy/platform-action.ts';

const isRead = (action: string) => /:(Get|List)/.test(action);
const of = (service: string) => (action: string) => action.startsWith(`${service}:`);

/** What each policy lets through, told without its language; none does anything of operators (contract 4.13). */
const reach: Record<ManagedPolicyName, (action: string) => boolean> = {
  AdministratorAccess: () => true,
  PowerUserAccess: (action) => !['iam', 'billing', 'team'].some((service) => of(service)(action)),
  ReadOnlyAccess: isRead,
  ComputeFullAccess: of('compute'),
  ComputeReadOnlyAccess: (action) => of('compute')(action) && isRead(action),
  StorageFullAccess: of('storage'),
  StorageReadOnlyAccess: (action) => of('storage')(action) && isRead(action),
  BillingFullAccess: of('billing'),
  BillingReadOnlyAccess: (action) => of('billing')(action) && isRead(action),
  IAMFullAccess: of('iam'),
  AuditReadOnlyAccess: of('audit'),
};

describe.each(managedPolicies)('$name', ({ name, document }) => {
  test('is written in the language that customers write', () => {
    expect(policyDocument.parse(document)).toEqual(document);
  });

  test('allows exactly what it is for', () => {
    const policy = compilePolicy(name, document);
    const resource = 'srn:compute:in-mum:482910337451:x';
    const allowed = actions.filter(
      (action) => evaluate([policy], { action, resource, context: {} }).decision === 'allowed',
    );
    expect(allowed).toEqual(actions.filter((action) => reach[name](action) && !isPlatformAction(action)));
    expect(allowed.length).toBeGreaterThan(0);
  });
});

test('every role’s policies are managed ones', () => {
  const names: string[] = managedPolicies.map(({ name }) => name);
  expect(
    Object.values(rolePolicies)
      .flat()
      .filter((name) => !names.includes(name)),
  ).toEqual([]);
  expect(rolePolicies).toMatchObject({ admin: ['AdministratorAccess'], viewer: ['ReadOnlyAccess'] });
});

test('the catalogue holds each action once, as service:VerbNoun', () => {
  expect(new Set(actions.map((action) => action.toLowerCase())).size).toBe(actions.length);
  expect(actions.filter((action) => !/^[a-z]+:([A-Z][a-z]+)+$/.test(action))).toEqual([]);
  expect(services).toEqual(['compute', 'iam', 'billing', 'team', 'audit', 'storage', 'notifications', 'platform']);
});
