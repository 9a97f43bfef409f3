import type { PolicyDocument } from './document.ts';

export interface ManagedPolicy<Name extends string = string> {
  name: Name;
  description: string;
  document: PolicyDocument;
}

const allow = <N extends string>(name: N, description: string, ...actions: string[]): ManagedPolicy<N> => ({
  name,
  description,
  document: { Version: '2026-11-01', Statement: [{ Sid: name, Effect: 'Allow', Action: actions, Resource: '*' }] },
});

/** The policies that every account has and cannot change (contract 1.10). */
export const managedPolicies = [
  allow('AdministratorAccess', 'Everything.', '*'),
  allow(
    'PowerUserAccess',
    'Everything but IAM, billing and the team.',
    'compute:*',
    'storage:*',
    'audit:*',
    'notifications:*',
  ),
  allow('ReadOnlyAccess', 'Reads everything, changes nothing.', '*:Get*', '*:List*'),
  allow('ComputeFullAccess', 'Everything in compute.', 'compute:*'),
  allow('ComputeReadOnlyAccess', 'Reads everything in compute.', 'compute:Get*', 'compute:List*'),
  allow('StorageFullAccess', 'Everything in object storage.', 'storage:*'),
  allow('StorageReadOnlyAccess', 'Reads everything in object storage.', 'storage:Get*', 'storage:List*'),
  allow('BillingFullAccess', 'Everything in billing.', 'billing:*'),
  allow('BillingReadOnlyAccess', 'Reads everything in billing.', 'billing:Get*', 'billing:List*'),
  allow('IAMFullAccess', 'Everything in IAM.', 'iam:*'),
  allow('AuditReadOnlyAccess', 'Reads the audit log.', 'audit:List*'),
] as const;

export type ManagedPolicyName = (typeof managedPolicies)[number]['name'];

/** The managed policies of each team role (contract 1.10). An owner has root's permissions instead. */
export const rolePolicies = {
  admin: ['AdministratorAccess'],
  developer: ['PowerUserAccess'],
  billing: ['BillingFullAccess', 'ReadOnlyAccess'],
  viewer: ['ReadOnlyAccess'],
} as const satisfies Record<string, readonly ManagedPolicyName[]>;

export type TeamRole = keyof typeof rolePolicies;
