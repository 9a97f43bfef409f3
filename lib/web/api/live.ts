import { SvcError } from '#lib/client/error.ts';
import type { ActivityEvent } from '#lib/generated/client/schemas.ts';
import { client } from './client.ts';
import { setLost, setOffline } from './connection.ts';
import { isMoving } from './moving.ts';
import { readAgain } from './paint.ts';
import { queries } from './query.ts';
import { collectionOf } from './routes.ts';

/*
 * The one place that decides what is asked how often: the account's activity feed every ten seconds, every second and a
 * half while something moves, and never in a hidden tab. What moves by one's own change is read every quarter of a
 * second in the first one. What an event is about is then read again. Who may not see the feed has the resources that
 * are shown read again every ten seconds, and all else that is shown once a minute; what moves is read again as often
 * as for anybody else.
 */

/** Milliseconds between two looks at the feed. */
const calm = 10_000;
const busy = 1_500;
/** Milliseconds between two looks while the platform does not answer: each of them is repeated already. */
const lost = 3_000;
/** Milliseconds between two reads of all that is shown, where the feed cannot be read. */
const blind = 60_000;
/** What is shown beside resources, or seldom changes: without the feed it is read once a minute. */
const steady =
  /^$|^\/auth\/(?:me|billing|audit-logs|activity)$|^\/compute\/(?:quotas|images|instance-types|metrics|prices)$|^\/storage\/usage$|^\/healthz\/$/;
/** Milliseconds after a change of one's own during which it is looked at often. */
const hurryFor = 6_000;
/** Milliseconds after the reply to a change of one's own at which what moves is read: most of it takes a second. */
const followUps = [250, 500, 750, 1_000, 1_250];

/** The collections that an event is about, by the first word of its type. */
const about: Readonly<Record<string, readonly string[]>> = {
  asg: ['/compute/asg', '/compute/instances'],
  autopay: ['/auth/billing'],
  backup: ['/compute/snapshots', '/compute/instances'],
  billing: ['/auth/billing'],
  bucket: ['/storage/buckets'],
  certificate: ['/compute/certificates'],
  elastic_ip: ['/compute/elastic-ips', '/compute/instances'],
  iam: ['/auth/iam/users', '/auth/iam/groups', '/auth/iam/policies'],
  image: ['/compute/images'],
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
let following: readonly ReturnType<typeof setTimeout>[] = [];
/** Whether something was seen to move since the last change of one's own: the page that shows it may be yet to load. */
let hasMoved = false;
let hurriedUntil = 0;
let running = false;
let looking = false;
/** When the feed was last refused, in milliseconds since 1970; 0 for who may see it. */
let refusedAt = 0;
/** When what is shown was last read without the feed, in milliseconds since 1970. */
let shownAt = 0;
/** Whether the platform did not answer last time. */
let isBroken = false;
let abort = new AbortController();

/** Begins to follow the account. Answers what ends it. */
export function follow(): () => void {
  running = true;
  last = undefined;
  refusedAt = 0;
  isBroken = false;
  const ends = new AbortController();
  document.addEventListener('visibilitychange', look, ends);
  addEventListener('offline', setOffline, ends);
  addEventListener('online', lookAnew, ends);
  void look();
  return () => {
    running = false;
    clearTimeout(timer);
    endFollowUps();
    setLost(undefined);
    ends.abort();
  };
}

/** Looks at once: the device has a network again. What waits for the old one is given up. */
function lookAnew(): void {
  isBroken = true;
  refusedAt = Math.min(refusedAt, 1);
  abort.abort();
  setTimeout(look);
}

/** Looks often for a while, after a change of one's own: at what moves by it at once, and at the feed. */
export function hurry(): void {
  hurriedUntil = Date.now() + hurryFor;
  if (!running) return;
  endFollowUps();
  hasMoved = false;
  following = followUps.map((after, at) => setTimeout(() => followUp(at === 0), after));
  if (!looking) plan();
}

function endFollowUps(): void {
  for (const one of following) clearTimeout(one);
}

/** Reads what moves, and as soon as nothing does any more, what has come of it. */
function followUp(isFirst: boolean): void {
  if (document.visibilityState === 'hidden') return;
  const moving = movingCollections();
  if (moving.size > 0) {
    hasMoved = true;
    readAgain(moving);
    return;
  }
  if (hasMoved) endFollowUps();
  if (hasMoved || isFirst) void look();
}

function plan(): void {
  clearTimeout(timer);
  const soon = Date.now() < hurriedUntil || somethingMoves();
  timer = setTimeout(look, isBroken ? lost : soon ? busy : calm);
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

/** Reads what is new in the feed, and has read again what that is about. */
async function readFeed(): Promise<void> {
  readAgain(movingCollections());
  if (refusedAt > Date.now() - blind) return readShown();
  const query = last ? { after: last, limit: 200 } : { limit: 1 };
  try {
    abort = new AbortController();
    const { events } = await client.listActivity({ query, signal: abort.signal });
    const isFirst = last === undefined;
    last = events.at(-1)?.id ?? last ?? '';
    // Pages may show the failure, or what was true before it.
    if (isBroken || refusedAt > 0) await readAllShown();
    else if (!isFirst) readAgain(collectionsOf(events));
    refusedAt = 0;
    isAnswered();
  } catch (failure) {
    // What else is thrown is that the look was given up for the next one.
    if (failure instanceof SvcError) await isRefused(failure);
  }
}

async function isRefused(failure: SvcError): Promise<void> {
  if (failure.status !== 403) return isUnanswered(failure);
  // At the first refusal, what is shown was read just now.
  if (isBroken || refusedAt > 0) await readAllShown();
  refusedAt = Date.now();
  isAnswered();
}

function isAnswered(): void {
  isBroken = false;
  setLost(undefined);
}

function isUnanswered(failure: SvcError): void {
  isBroken = true;
  // A login that has ended is told by the page for it.
  if (failure.status === 401) void queries.invalidateQueries({ queryKey: ['getMe'] });
  else setLost(failure);
}

/** Has the resources that are shown read again, where the feed would not tell of them. */
function readShown(): void {
  if (shownAt > Date.now() - calm) return;
  shownAt = Date.now();
  const shown = active().filter(({ state }) => state.status === 'success');
  readAgain(new Set(shown.map(collection).filter((one) => !steady.test(one))));
}

const readAllShown = () => queries.invalidateQueries({ refetchType: 'active' }, { cancelRefetch: false });

/** What is shown of any event: the activity and the audit log, and how much the account has. */
const ofAny = ['/auth/activity', '/auth/audit-logs', '/compute/quotas'];

const collectionsOf = (events: readonly ActivityEvent[]): Set<string> =>
  new Set(events.flatMap(({ type }) => [...(about[type.split('.')[0] ?? ''] ?? []), ...ofAny]));

const active = () => queries.getQueryCache().findAll({ type: 'active' });

const somethingMoves = (): boolean => active().some(({ state }) => isMoving(state.data));

/** The collections of what is shown and on its way to another state: the feed does not tell every step of it. */
const movingCollections = (): Set<string> =>
  new Set(
    active()
      .filter(({ state }) => isMoving(state.data))
      .map(collection),
  );

const collection = ({ queryKey }: { readonly queryKey: readonly unknown[] }): string =>
  collectionOf(String(queryKey[0]));
