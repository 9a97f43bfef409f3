import type { Client } from '#lib/client/client.ts';
import { SvcError } from '#lib/client/error.ts';
import { isSettled } from '#lib/client/held.ts';
import { pause } from '#lib/client/limit.ts';
import type { OperationId } from '#lib/client/methods.ts';
import { randomKey } from '#lib/client/outgoing.ts';
import { callOf } from '#lib/terraform/map/noun.ts';
import { equal, type Values, values } from '#lib/terraform/protocol/value.ts';
import { type Kind, namesOf, pathOf, type Writing } from './kind.ts';
import { changesOf } from './plan.ts';
import { argumentsOf, ask, type Change, found, stateOf } from './resource.ts';
import type { Deadline } from './timeouts.ts';

/** A change under way. What is known of the resource is kept, so that a change that fails loses nothing. */
export interface Work {
  readonly client: Client;
  readonly kind: Kind;
  /** Ends waits, and no call that changes something. */
  readonly signal: AbortSignal;
  /** When a wait fails. */
  readonly deadline: Deadline;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  state: Values | null;
}

/** Milliseconds between two polls: at first, and at last. */
const [soonest, latest] = [200, 2000];

/** The longest time that the platform is asked to hold a reply, in seconds. */
const longestHold = 25;

/** What a resource says of its progress. */
interface Progress {
  readonly status?: string;
  readonly status_reason?: string | null;
  readonly task?: string | null;
  readonly deleted?: boolean;
}

/** Makes a resource and waits until it is ready. It is in the state from the reply on. */
export async function create(work: Work, { next, config }: Omit<Change, 'prior'>): Promise<void> {
  const { client, kind } = work;
  const { creation } = kind;
  const change = { prior: null, next, config };
  const args = argumentsOf(kind, creation, change, creation.body);
  const reply = creation.waits ? await held(work, args) : await ask(client, creation.call.operation, args);
  work.state = stateOf(kind, reply, next);
  await settle(work, reply);
  const late = namesOf(kind, ({ settable, writeOnly, versions }) => settable && !writeOnly && !versions).filter(
    (name) => !creation.body.includes(name) && kind.updates.some(({ body }) => body.includes(name)),
  );
  const asked = late.filter((name) => (config[name] ?? null) !== null);
  if (asked.some((name) => !equal(work.state?.[name] ?? null, next[name] ?? null)))
    await write(work, { next, config }, asked);
}

/**
 * Makes a resource and holds the reply until it is ready. Where Terraform asks to stop meanwhile, the same request
 * without the hold says what it made, since both have one Idempotency-Key.
 */
async function held({ client, kind, signal, deadline, now }: Work, args: object): Promise<object> {
  const { operation } = kind.creation.call;
  const once = { ...args, idempotencyKey: randomKey() };
  try {
    const wait = Math.max(1, Math.min(longestHold, Math.ceil((deadline.at - now()) / 1000)));
    return await ask(client, operation, { ...once, wait, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    return ask(client, operation, once);
  }
}

/** Changes a resource by every call that its changes need, and waits until it is ready. */
export async function update(work: Work, change: Omit<Change, 'prior'>): Promise<void> {
  const prior = work.state ?? change.next;
  // No call sets timeouts: they are Terraform's alone.
  if (change.next.timeouts !== undefined)
    work.state = values(Object.entries({ ...prior, timeouts: change.next.timeouts }));
  await write(work, change, changesOf(work.kind, prior, change.next));
}

async function write(work: Work, { next, config }: Omit<Change, 'prior'>, changed: readonly string[]): Promise<void> {
  const { client, kind } = work;
  for (const writing of kind.updates) {
    const mine = writing.body.filter((name) => changed.includes(name));
    if (mine.length === 0) continue;
    const prior = work.state;
    const args = argumentsOf(kind, writing, { prior, next, config }, namesIn(writing, mine));
    const reply = await within(work, writing, () => ask(client, writing.call.operation, args));
    work.state = stateOf(kind, await shownAfter(work, reply), wordsAfter(work, writing, next));
  }
}

/** The words of the user after a call: the version of a secret stays until the call that sets the secret. */
function wordsAfter({ kind, state }: Work, { body }: Writing, next: Values): Values {
  const later = namesOf(kind, ({ versions }) => versions !== undefined && !body.includes(versions));
  return values([...Object.entries(next), ...later.map((name) => [name, state?.[name] ?? null] as const)]);
}

const namesIn = ({ isWhole, body }: Writing, mine: readonly string[]) => (isWhole ? body : mine);

/** Makes a call in the status that it needs, and leads back to the one before. */
async function within(work: Work, { call }: Writing, make: () => Promise<object>): Promise<object> {
  const need = call.within;
  if (!need || !work.state || work.state.status === need.status) return make();
  await step(work, need.by);
  try {
    return await make();
  } finally {
    await step(work, need.back);
  }
}

async function step(work: Work, operation: OperationId): Promise<void> {
  const { client, kind, state } = work;
  const reply = await ask(client, operation, pathOf({ operation }, kind, state as Values));
  await settle(work, reply);
}

/** Waits until nothing more happens to a resource, and keeps what it then is. */
async function settle(work: Work, reply: object): Promise<void> {
  const state = work.state as Values;
  work.state = stateOf(work.kind, await shownAfter(work, reply), state);
}

/** The resource after a change, once nothing more happens to it. Throws where it failed. */
async function shownAfter(work: Work, reply: object): Promise<object> {
  const { client, kind, signal, state } = work;
  let shown = shownBy(kind, reply, state as Values);
  for (let interval = soonest; !shown || !isReady(shown); interval = Math.min(latest, interval * 1.5)) {
    if (shown) await untilNext(work, interval, shown);
    shown = await found(client, kind, state as Values, signal);
    if (!shown) throw new Error(`${told(state)}: is gone`);
  }
  const { status, status_reason } = shown as Progress;
  if (status === 'error' || status === 'failed') throw new Error(`${told(state)}: is ${status} (${status_reason})`);
  return shown;
}

/** Pauses between two polls. Throws once the deadline has passed, with what the resource still is. */
async function untilNext({ signal, deadline, now, state }: Work, interval: number, shown: Progress): Promise<void> {
  const left = deadline.at - now();
  if (left <= 0) throw new Error(`${told(state)}: is still ${shown.task ?? shown.status} ${deadline.words}`);
  await pause(Math.min(interval, left), signal);
}

/** The resource in the reply to a change, where that shows the resource itself. */
function shownBy({ noun }: Kind, reply: object, state: Values): object | undefined {
  if (noun.only) return undefined;
  return noun.derived ? noun.shown?.(reply, state) : noun.shown ? undefined : reply;
}

const isReady = (shown: Progress): boolean => shown.status === undefined || isSettled(shown as { status: string });

/** Deletes a resource and waits until it is gone. */
export async function remove(work: Work): Promise<void> {
  const { client, kind, signal, state } = work;
  const prior = state as Values;
  const call = callOf(kind.noun.delete);
  const body = call.body && { body: call.body(prior, prior) };
  try {
    const reply: Progress = await ask(client, call.operation, { ...pathOf(call, kind, prior), ...body });
    if (reply.status === undefined || reply.deleted) return;
  } catch (error) {
    if (error instanceof SvcError && error.status === 404) return;
    throw error;
  }
  for (let interval = soonest; ; interval = Math.min(latest, interval * 1.5)) {
    const shown = (await found(client, kind, prior, signal)) as Progress | undefined;
    if (!shown) return;
    if (shown.status === 'error') throw new Error(`${told(prior)}: is error (${shown.status_reason})`);
    await untilNext(work, interval, shown);
  }
}

const told = (state: Values | null): string => String(state?.id);
