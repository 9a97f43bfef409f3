import type { EventType } from './event-types.ts';
import { type Kind, type ResourceKind, resourceKinds } from './resource-kinds.ts';

/** A status before and after a change; undefined where the resource did not exist. */
type Existence = { status?: string | undefined } | undefined;

/** The event type of a change of a resource; undefined where neither its existence nor its status changed. */
export function typeOfChange(kind: ResourceKind, before: Existence, after: Existence): EventType | undefined {
  const { prefix, created, removed, words }: Kind = resourceKinds[kind];
  const word = before && after ? changedTo(before.status, after.status, words) : after ? created : removed;
  // test/contract/event-types.test.ts checks that each type is listed.
  return word === null ? undefined : (`${prefix}.${word}` as EventType);
}

const changedTo = (from: string | undefined, to: string | undefined, words: Kind['words']): string | null =>
  to === undefined || to === from ? null : (words[to] ?? to);
