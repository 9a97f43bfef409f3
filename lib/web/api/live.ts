import type { ActivityEvent } from '#lib/client/generated/schemas.ts';
import { client } from './client.ts';
import { isMoving } from './moving.ts';
import { readAgain } from './paint.ts';
import { queries } from './query.ts';
import { collectionOf } from './routes.ts';

/*
 * The one place that decides what is asked how often: the account's activity feed every ten seconds, every second and a
 * half while something moves, and never in a hidden tab. What an event is about is then read again.
 */

/** Milliseconds between two looks at the feed. */
const calm = 10_000;
const busy = 1_500;
/** Milliseconds after a change of one's own during which it is looked at often. */
const hurryFor = 6_000;

/** The collections that an event is about, by the first word of its type. */
const about: Readonly<Record<string, readonly string[]>> = {
  asg: ['/compute/asg', '/compute/instances'],
  autopay: ['/auth/billing'],
  backup: ['/compute/snapshots', '/compute/instances'],
  billing: ['/auth/billing'],
  bucket: ['/storage/buckets'],
  elastic_ip: ['/compute/elastic-ips', '/compute/instances'],
  iam: ['/auth/iam/users', '/auth/iam/groups', '/auth/iam/policies'],
  instance: ['/compute/instances', '/compute/load-balancers', '/compute/quotas', '/compute/vpcs', '/auth/billing'],
  invoice: ['/auth/billing'],
  load_balancer: ['/compute/load-balancers'],
  payment: ['/auth/billing'],
  snapshot: ['/compute/snapshots', '/compute/instances'],
  ssh_key: ['/compute/ssh-keys'],
  subscription: ['/auth/billing'],
  team: ['/auth/team/members', '/auth/team/invites'],
  volume: ['/compute/volumes', '/compute/instances'],
  vpc: ['/compute/vpcs'],
  wallet: ['/auth/billing'],
  webhook: ['/auth/webhooks'],
};

let last: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let hurriedUntil = 0;
let running = false;
let looking = false;

/** Begins to follow the account. Answers what ends it. */
export function follow(): () => void {
  running = true;
  last = undefined;
  document.addEventListener('visibilitychange', look);
  void look();
  return () => {
    running = false;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Looks at the feed often for a while, after a change of one's own. */
export function hurry(): void {
  hurriedUntil = Date.now() + hurryFor;
  if (running && !looking) plan();
}

function plan(): void {
  clearTimeout(timer);
  const soon = Date.now() < hurriedUntil || somethingMoves();
  timer = setTimeout(look, soon ? busy : calm);
}

async function look(): Promise<void> {
  if (!running || looking || document.visibilityState === 'hidden') return;
  looking = true;
  try {
    await readFeed();
  } finally {
    looking = false;
    if (running) plan();
  }
}

/** Reads what is new in the feed. Who may not see the feed has everything that is shown read again in its place. */
async function readFeed(): Promise<void> {
  const query = last ? { after: last, limit: 200 } : { limit: 1 };
  try {
    const { events } = await client.listActivity({ query });
    const isFirst = last === undefined;
    last = events.at(-1)?.id ?? last ?? '';
    if (!isFirst) readAgain(collectionsOf(events));
    readAgain(movingCollections());
  } catch {
    await queries.invalidateQueries({ refetchType: 'active' }, { cancelRefetch: false });
  }
}

/** What is shown of any event: the activity and the audit log, and how much the account has. */
const ofAny = ['/auth/activity', '/auth/audit-logs', '/compute/quotas'];

const collectionsOf = (events: readonly ActivityEvent[]): Set<string> =>
  new Set(events.flatMap(({ type }) => [...(about[type.split('.')[0] ?? ''] ?? []), ...ofAny]));

const active = () => queries.getQueryCache().findAll({ type: 'active' });

const somethingMoves = (): boolean => active().some(({ state }) => isMoving(state.data));

/** The collections of what is shown and on its way to another state: the feed does not tell every step of it. */
const movingCollections = (): Set<string> =>
  new Set(active().flatMap(({ queryKey, state }) => (isMoving(state.data) ? [collectionOf(String(queryKey[0]))] : [])));
