import { eventually } from '#test/support/vitest/eventually.ts';
import type { Route } from './document.ts';
import { pagesOf, type Row } from './lists.ts';
import type { Walker } from './walker.ts';

/** Every stored resource that the lists of an account show, as `volume/vol-…`. */
export type World = ReadonlyMap<string, Row>;

/** What something becomes of another resource, as a dry run tells it. */
export interface Consequence {
  readonly type: string;
  readonly id: string;
  readonly effect: string;
}

/** Fields that change by themselves, or count and list what is compared itself. */
const volatile = new Set([
  ...['updated_at', 'allowed_actions', 'last_used_at', 'usage', 'deliveries', 'instance_count', 'available_ips'],
  ...['health', 'health_reason', 'last_checked_at'],
]);

/** Nobody listens at the webhook of the examples, so failed deliveries disable it at some moment of the walk. */
const byDelivery: Readonly<Record<string, readonly string[]>> = { webhooks: ['status', 'status_reason'] };

/** Lists of what is only added to, and links that are signed anew each time. */
const records = new Set(['audit_logs', 'invoices', 'transactions', 'sessions']);

/** Reads every list of the account itself, and those of access keys. */
async function worldOf(walker: Walker): Promise<World> {
  const world = new Map<string, Row>();
  const isKeys = ({ items }: Route) => items === 'access_keys';
  const lists = walker.routes.filter(
    (route) => route.items && !records.has(route.items) && (isKeys(route) || !/[{]/.test(route.path)),
  );
  for (const route of lists.filter(({ query }) => Object.keys(query).length === 0)) {
    // Whose keys they are may be gone.
    const isGone = isKeys(route) && (await walker.ask(route, walker.argsOf(route))).status === 404;
    const rows = isGone ? [] : (await pagesOf(walker, route)).flat();
    // What is stored has both; prices, types and images have not.
    for (const row of rows.filter(({ id, updated_at }) => id && updated_at))
      world.set(`${singular(route.items ?? '')}/${row.id}`, without(row, byDelivery[route.items ?? '']));
  }
  return world;
}

const without = (row: Row, fields: readonly string[] = []): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name)));

const singular = (items: string): string => items.replace(/ies$/, 'y').replace(/s$/, '');

/** Statuses that are words in -ing, as are those of what is under way, and last. */
const lasting = new Set(['running', 'pending']);

/** Waits until nothing in an account is under way, and answers what there is. */
export async function settledWorld(walker: Walker): Promise<World> {
  let world: World = new Map();
  const busy = () => [...world].filter(([, { status }]) => /ing$/.test(String(status)) && !lasting.has(String(status)));
  const isSettled = async () => {
    world = await worldOf(walker);
    return busy().length === 0;
  };
  await eventually(isSettled, {
    seen: () =>
      busy()
        .map(([key, { status }]) => `${key} is ${status}`)
        .join(', '),
  });
  return world;
}

/**
 * What a dry run told wrongly of other resources than those that its path names: what was told to become of one and did
 * not, and what changed and was not named.
 */
export function cascadeFaults(
  told: readonly Consequence[],
  path: readonly unknown[],
  before: World,
  after: World,
): string[] {
  const named = new Set(told.map(({ type, id }) => `${type}/${id}`));
  const untrue = told.filter((one) => !isTrue(one, before, after));
  const unnamed = [...before.keys()].filter(
    (key) =>
      !named.has(key) &&
      !path.includes(key.slice(key.indexOf('/') + 1)) &&
      steady(before.get(key)) !== steady(after.get(key)),
  );
  return [
    ...untrue.map(({ type, id, effect }) => `${type}/${id} is not ${effect}: ${steady(after.get(`${type}/${id}`))}`),
    ...unnamed.map((key) => `${key} was not named: it was ${steady(before.get(key))}, is ${steady(after.get(key))}`),
  ];
}

const steady = (row: Row | undefined): string | undefined =>
  row && JSON.stringify(row, (name, value: unknown) => (volatile.has(name) ? undefined : value));

type Became = (after: Row | undefined, before: Row | undefined) => boolean;

const isOver: Became = (after) => after === undefined || ['deleting', 'terminated'].includes(String(after.status));
const isChanged: Became = (after, before) => after !== undefined && steady(after) !== steady(before);

/** Whether something became what is told of it, by the word for it. */
const became: Readonly<Record<string, Became>> = {
  deleted: isOver,
  terminated: isOver,
  'kept as an ordinary instance': (after, before) =>
    after?.asg_id === null && before?.asg_id !== null && after.status === before?.status,
  'member removed': isChanged,
  'removed from the group': isChanged,
  'policy detached': isChanged,
  'backend removed': isChanged,
  'backends removed': isChanged,
  'member replaced': isChanged,
  // The load balancer itself is gone; an instance does not show which it stands behind.
  'removed as backend': (after) => after !== undefined,
  // Of a policy its count of holders changes, of a volume or an address its instance.
  detached: (after, before) => isChanged(after, before) && (after?.instance_id ?? null) === null,
};

function isTrue({ type, id, effect }: Consequence, before: World, after: World): boolean {
  const check = became[effect];
  if (!check) throw new Error(`the walk does not know the effect "${effect}" of ${type}/${id}`);
  const key = `${type}/${id}`;
  return before.has(key) && check(after.get(key), before.get(key));
}
