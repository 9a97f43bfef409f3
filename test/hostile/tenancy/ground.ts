import { expect } from 'vitest';
import { handler as activitySchedule } from '#functions/scheduled/activity.ts';
import { type DeployedRoute, readRoutes, sourceOf } from '#lib/generate/routes.ts';
import type { Item } from '#lib/store/platform/read.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Belongings, belongingsOf, kindsOf } from '#test/contract/belongings.ts';
import { bodyOf, handlerOf, queryOf } from '#test/contract/samples.ts';
import type { Attack as AttackOn } from '#test/hostile/support/attacks.ts';
import { newIamCaller } from '#test/support/accounts/iam.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { refuses } from './refuses.ts';

/** A request at a route, with another's id in its path. */
export interface Aimed {
  readonly route: DeployedRoute;
  readonly params: Record<string, string>;
}

/** Two accounts with one of everything each. */
export interface Ground {
  readonly attacker: SignedUp;
  readonly victim: SignedUp;
  readonly mine: Belongings;
  readonly theirs: Belongings;
  /** Every route that the OpenAPI document names, but the catalog's and those of operators. */
  readonly routes: readonly DeployedRoute[];
  /** The routes of operators, at which there is nothing of either. */
  readonly operated: readonly DeployedRoute[];
  /** Each route whose path takes ids, once for each of these that may be the victim's. */
  readonly aims: readonly Aimed[];
  /** The path's parameters, all the attacker's own. */
  ownParams(route: DeployedRoute): Record<string, string>;
  /** Asks a route as the attacker, or as the victim. */
  ask(route: DeployedRoute, request?: Call, as?: 'attacker' | 'victim'): Promise<Reply>;
  /** Every aim with this added ends in 404, and tells nothing of the victim's. */
  everywhere(add: (aim: Aimed) => Call | null): Promise<void>;
  /** What a reply tells of the victim's, beyond what the request has said itself. */
  leaks(reply: Reply, request?: Call): string[];
  /** Everything of the victim's in the table, by its key. */
  standing(): Promise<Record<string, Item>>;
}

export type Attack = AttackOn<Ground>;

/** The catalog is everybody's. */
const COMMON = ['getInstanceType'];
/** As many requests as one principal may make in a second are too few to go over every route. */
const HANDS = 20;

/** Every route of the OpenAPI document; each is deployed. */
async function documented(): Promise<DeployedRoute[]> {
  const { paths } = JSON.parse(sourceOf('lib/generated/openapi.json')) as { paths: Record<string, object> };
  const deployed = await readRoutes();
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) =>
      deployed.find((one) => one.path === path && one.method === method.toUpperCase()),
    ),
  );
  expect(routes).not.toContain(undefined);
  return (routes as DeployedRoute[]).filter(({ key }) => !COMMON.includes(key));
}

const isOperated = ({ path }: DeployedRoute): boolean => path.startsWith('/platform/');

export async function openGround(): Promise<Ground> {
  const all = await documented();
  const routes = all.filter((one) => !isOperated(one));
  const [attacker, victim] = [await verified(), await verified()];
  await standInHost();
  const [mine, theirs] = [await belongingsOf(attacker), await belongingsOf(victim)];
  // So that events of what was made here are placed now, and not during an attack.
  await activitySchedule();
  const hands = await Promise.all(
    Array.from({ length: HANDS }, () => newIamCaller(attacker, { policy_ids: ['AdministratorAccess'] })),
  );
  const aims = routes.flatMap((route) => {
    const kinds = kindsOf(route.path);
    return kinds.map(([foreign]) => ({
      route,
      params: Object.fromEntries(kinds.map(([name, kind]) => [name, (name === foreign ? theirs : mine)[kind] ?? ''])),
    }));
  });
  expect(aims.length).toBeGreaterThan(100);
  let turn = 0;
  const ask: Ground['ask'] = async (route, request = {}, as = 'attacker') => {
    turn += 1;
    const bearer = as === 'victim' ? victim.bearer : hands[turn % HANDS]?.bearer;
    const { method, path } = route;
    const query = { ...(path.includes('{') && queryOf(route)), ...request.query };
    return call(await handlerOf(route), { bearer, method, path, body: bodyOf(route), ip: newIp(), ...request, query });
  };
  const marks = [...Object.values(theirs), victim.account_id, victim.user.id, victim.email].filter(Boolean);
  const leaks: Ground['leaks'] = (reply, request = {}) => {
    const said = JSON.stringify(request);
    const told = `${JSON.stringify(reply.body)} ${JSON.stringify(reply.headers)}`;
    return marks.filter((mark) => told.includes(mark) && !said.includes(mark));
  };
  return {
    attacker,
    victim,
    mine,
    theirs,
    routes,
    operated: all.filter(isOperated),
    aims,
    ask,
    leaks,
    ownParams: ({ path }) => Object.fromEntries(kindsOf(path).map(([name, kind]) => [name, mine[kind] ?? ''])),
    async everywhere(add) {
      const answers = aims.map(async (aim) => {
        const more = add(aim);
        if (!more) return null;
        const request = { params: aim.params, ...more };
        const reply = await ask(aim.route, request);
        return { key: aim.route.key, params: request.params, status: reply.status, leaks: leaks(reply, request) };
      });
      const asked = (await Promise.all(answers)).filter((answer) => answer !== null);
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.filter(({ key, status, leaks: told }) => !refuses(key, status) || told.length > 0)).toEqual([]);
    },
    async standing() {
      const items = await allItems();
      const own = items.filter(({ pk }) => pk.includes(victim.account_id) || pk.includes(victim.user.id));
      const kept = own.filter(({ pk }) => !pk.startsWith('R#'));
      return Object.fromEntries(kept.map((item) => [`${item.pk} ${item.sk}`, item]));
    },
  };
}
