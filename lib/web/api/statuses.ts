import type { Item, ListId, OperationId, ReplyBody } from '#lib/client/methods.ts';

type Named = 'health' | 'lifecycle_state' | 'state' | 'status';

/** The texts that a reply has as a status, at any depth. */
type StatusIn<T> = T extends readonly (infer I)[]
  ? StatusIn<I>
  : T extends object
    ? { [K in keyof T]-?: K extends Named ? Word<T[K]> : StatusIn<T[K]> }[keyof T]
    : never;

/** A status that may be any text, as that of an event, is not one of a list. */
type Word<S> = S extends string ? (string extends S ? never : S) : never;

/** The statuses of what lists have: those that they can be filtered by. */
export type StatusOf<K extends ListId> = Item<K> extends { readonly status: infer S } ? Word<S> : never;

/** Every status that the API shows of something. */
export type AnyStatus = StatusIn<Item<ListId> | ReplyBody<Extract<OperationId, `get${string}`>>>;

/** How a status is marked: well, broken, to be looked at, on its way to another by itself and soon, or at rest. */
type Tone = 'good' | 'bad' | 'warn' | 'moving' | 'still';

/** All statuses of all resources. One that the API gains does not compile before it has its tone here. */
const tones: Readonly<Record<AnyStatus, Tone>> = {
  absent: 'still',
  accepted: 'good',
  active: 'good',
  attached: 'good',
  attaching: 'moving',
  attempted: 'still',
  authenticated: 'still',
  available: 'good',
  blocked: 'bad',
  cancelled: 'still',
  completed: 'still',
  created: 'still',
  creating: 'moving',
  deleting: 'moving',
  detaching: 'moving',
  disabled: 'warn',
  draining: 'moving',
  error: 'bad',
  expired: 'warn',
  failed: 'bad',
  fenced: 'bad',
  free: 'still',
  halted: 'bad',
  healthy: 'good',
  'in-use': 'good',
  in_progress: 'moving',
  in_service: 'good',
  inactive: 'still',
  initial: 'moving',
  joining: 'still',
  lost: 'bad',
  none: 'still',
  ok: 'good',
  open: 'bad',
  paid: 'good',
  paused: 'warn',
  importing: 'moving',
  pending: 'warn',
  pending_authorization: 'warn',
  pending_verification: 'warn',
  provisioning: 'moving',
  rebooting: 'moving',
  refunded: 'still',
  rejected: 'bad',
  reserved: 'still',
  resolved: 'still',
  resting: 'still',
  pulling: 'moving',
  removing: 'moving',
  restoring: 'moving',
  revoked: 'still',
  running: 'good',
  scaling: 'moving',
  silent: 'bad',
  starting: 'moving',
  stopped: 'still',
  stopping: 'moving',
  stuck: 'still',
  succeeded: 'good',
  successful: 'good',
  suspended: 'bad',
  terminated: 'still',
  terminating: 'moving',
  unhealthy: 'bad',
  unknown: 'still',
  unused: 'still',
  updating: 'moving',
  used: 'still',
  withheld: 'warn',
};

/** How a status is marked. */
export const toneOf = (status: AnyStatus): Tone => tones[status];

/** Whether a status is on its way to another. */
export const isTransient = (status: string): boolean => (tones as Readonly<Record<string, Tone>>)[status] === 'moving';
