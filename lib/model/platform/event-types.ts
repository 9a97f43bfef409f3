import { type Kind, type ResourceKind, resourceKinds } from './resource-kinds.ts';

/** The events that are not a change of a resource's status: verbs announce them. */
const announced = [
  'team.invite_created',
  'team.invite_revoked',
  'team.invite_expired',
  'team.member_joined',
  'team.member_updated',
  'team.member_removed',
  'billing.low_balance',
  'billing.account_stopped',
  'billing.mandate_notice',
  'billing.budget_alert',
  'autopay.announced',
  'backup.succeeded',
  'backup.failed',
  'backup.skipped',
  'load_balancer.backend_healthy',
  'load_balancer.backend_unhealthy',
  'security.login_failed_repeatedly',
] as const;

type Words<K extends Kind> =
  | NonNullable<K['created'] | K['removed']>
  | K['words'][keyof K['words']]
  | Exclude<K['statuses'][number], keyof K['words']>;
type OfKind<K extends Kind> = K extends Kind ? `${K['prefix']}.${Words<K>}` : never;

/** The type of an event, of the activity feed and of webhooks (contract 4.11). */
export type EventType = (typeof announced)[number] | OfKind<(typeof resourceKinds)[ResourceKind]>;

const ofKind = ({ prefix, created, removed, statuses, words }: Kind): string[] =>
  [created, removed, ...statuses.map((status) => words[status] ?? status)].flatMap((word) =>
    word === null ? [] : `${prefix}.${word}`,
  );

/** Every event type, in alphabetical order. */
export const eventTypes = [...new Set([...announced, ...Object.values(resourceKinds).flatMap(ofKind)])].sort() as [
  EventType,
  ...EventType[],
];

/** A status before and after a change; undefined where the resource did not exist. */
type Existence = { status?: string | undefined } | undefined;

/** The event type of a change of a resource; undefined where neither its existence nor its status changed. */
export function typeOfChange(kind: ResourceKind, before: Existence, after: Existence): EventType | undefined {
  const { prefix, created, removed, words }: Kind = resourceKinds[kind];
  const word = before && after ? changedTo(before.status, after.status, words) : after ? created : removed;
  return word === null ? undefined : (`${prefix}.${word}` as EventType);
}

const changedTo = (from: string | undefined, to: string | undefined, words: Kind['words']): string | null =>
  to === undefined || to === from ? null : (words[to] ?? to);

/** Whether a pattern names an event type: the type itself, `*`, or a prefix such as `instance.*`. */
export const namesType = (pattern: string, type: string): boolean =>
  pattern === type || (pattern.endsWith('*') && type.startsWith(pattern.slice(0, -1)));

/** What a webhook subscribes to and a filter of the feed names: a type, `*`, or `<prefix>.*`. */
export const typePatterns = [
  '*',
  ...new Set(eventTypes.map((type) => `${type.split('.')[0]}.*`)),
  ...eventTypes,
] as unknown as ['*', ...string[]];

/** The action that allows reading the data of an event, beside that of the route; undefined where none is needed. */
export function readingAction(type: string): string | undefined {
  const [prefix = ''] = type.split('.');
  return reading[prefix];
}

const reading: Readonly<Record<string, string>> = {
  billing: 'billing:GetSummary',
  payment: 'billing:GetSummary',
  autopay: 'billing:GetSummary',
  invoice: 'billing:GetSummary',
  wallet: 'billing:GetSummary',
  subscription: 'billing:GetSummary',
  iam: 'iam:ListUsers',
  security: 'iam:ListUsers',
  team: 'team:ListMembers',
};
