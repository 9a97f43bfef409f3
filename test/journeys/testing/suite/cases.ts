import assert from 'node:assert/strict';
import type { OperationId } from '#lib/client/methods.ts';
import { routes } from '#lib/generated/client/routes.ts';
import { type AnyReply, type Args, type Caller, itemsOf, refused } from './caller.ts';
import { type Noun, nouns } from './nouns.ts';

/** A test of the typed client on a platform that was just reset. */
export interface Case {
  readonly name: string;
  /** `call` is of a new account's owner, `anonymous` of nobody. Rejects where the test fails. */
  readonly run: (call: Caller, anonymous: Caller) => Promise<void>;
}

const everyOperation = Object.entries(routes) as [OperationId, string][];
const isOperators = ([, route]: [OperationId, string]) => route.includes(' /platform/');
const operations = everyOperation.filter((one) => !isOperators(one));

/** Reads that are not of an account, or need a query. */
const otherReads = new Set<OperationId>(['getInviteInfo', 'getOpenapi', 'listInstanceMetrics']);
/** What an account has from its beginning, and what is everybody's. */
const furnished = new Set<OperationId>([
  ...(['listActivity', 'listAuditLogs', 'listMembers', 'listSessions', 'listTransactions', 'listVpcs'] as const),
  ...(['listEndpoints', 'listImages', 'listInstanceTypes', 'listPolicies', 'listPrices', 'listQuotas'] as const),
]);

/** Each read without a path parameter. */
const reads: Case[] = operations
  .filter(([operation, route]) => route.startsWith('GET ') && !route.includes('{') && !otherReads.has(operation))
  .map(([operation]) => ({
    name: `${operation} of a new account`,
    async run(call) {
      const reply = await call(operation);
      assert.equal(reply.status, 200);
      if (operation.startsWith('list')) assert.equal(itemsOf(reply).length > 0, furnished.has(operation));
    },
  }));

/** Queries that an operation must have. */
const queries: Readonly<Record<string, Args>> = {
  deleteMultipartUpload: { key: 'a' },
  getMultipartUpload: { key: 'a' },
};
const nobodys = 'no-such-thing';

/** Each read and deletion of what is not there. */
const absent: Case[] = operations
  .filter(([, route]) => /^(GET|DELETE) .*\{/.test(route))
  .map(([operation, route]) => ({
    name: `${operation} of what is not there`,
    run(call) {
      const parameters = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, nobodys]);
      const query = queries[operation];
      return refused(call(operation, { ...Object.fromEntries(parameters), ...(query && { query }) }), 404, 'not_found');
    },
  }));

/** Each read of operators, whom a new account is none of. */
const closed: Case[] = everyOperation
  .filter((one) => isOperators(one) && one[1].startsWith('GET '))
  .map(([operation, route]) => ({
    name: `${operation} by an account that operates nothing`,
    run(call) {
      const parameters = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, nobodys]);
      return refused(call(operation, Object.fromEntries(parameters)), 403, 'access_denied');
    },
  }));

/** Seconds: what is simulated is there in the reply. */
const settled = { wait: 5 };

const at = ({ parameter, field }: Noun, { body }: AnyReply): Args => ({ [parameter]: body[field] });
const has = (noun: Noun, list: AnyReply, made: AnyReply): boolean =>
  itemsOf(list).some((item) => item[noun.field] === made.body[noun.field]);

/** What is true of each kind of resource. */
const truths: readonly [
  what: string,
  holds: (noun: Noun, call: Caller, anonymous: Caller) => Promise<void>,
  of?: (noun: Noun) => boolean,
][] = [
  [
    'is shown and listed once it is made',
    async (noun, call) => {
      const made = await call(noun.create, { body: noun.body(), ...settled });
      assert.equal(made.status, 201);
      const shown = await call(noun.show, at(noun, made));
      assert.equal(shown.body[noun.field], made.body[noun.field]);
      assert.ok(has(noun, await call(noun.list), made));
    },
  ],
  [
    'is not there before it is made',
    async (noun, call) => {
      const before = itemsOf(await call(noun.list)).length;
      await call(noun.create, { body: noun.body(), ...settled });
      assert.equal(itemsOf(await call(noun.list)).length, before + 1);
    },
  ],
  [
    'is made once under one Idempotency-Key',
    async (noun, call) => {
      const given = { body: noun.body(), idempotencyKey: 'the-same' };
      const [first, second] = [await call(noun.create, given), await call(noun.create, given)];
      assert.deepEqual(second.body, first.body);
    },
  ],
  [
    'with an unknown field is refused',
    (noun, call) => refused(call(noun.create, { body: { ...noun.body(), colour: 'red' } }), 400, 'unknown_field'),
  ],
  [
    'is not made by who has not logged in',
    (noun, _call, anonymous) => refused(anonymous(noun.create, { body: noun.body() }), 401, 'missing_credentials'),
  ],
  [
    'is made once under one name',
    async (noun, call) => {
      const body = noun.body();
      await call(noun.create, { body, ...settled });
      await refused(call(noun.create, { body }), 409, 'already_exists');
    },
    ({ unique }) => unique,
  ],
  [
    'is gone once it is deleted',
    async (noun, call) => {
      const made = await call(noun.create, { body: noun.body(), ...settled });
      await call(noun.remove, { ...at(noun, made), ...settled });
      await refused(call(noun.show, at(noun, made)), 404, 'not_found');
      assert.equal(has(noun, await call(noun.list), made), false);
    },
  ],
  [
    'is changed',
    async (noun, call) => {
      const { operation, change } = noun.update ?? assert.fail();
      const made = await call(noun.create, { body: noun.body(), ...settled });
      await call(operation, { ...at(noun, made), body: change });
      assert.partialDeepStrictEqual((await call(noun.show, at(noun, made))).body, change);
    },
    ({ update }) => update !== undefined,
  ],
  [
    'is not changed under an older version',
    async (noun, call) => {
      const { operation, change } = noun.update ?? assert.fail();
      const made = await call(noun.create, { body: noun.body(), ...settled });
      const stale = { ...at(noun, made), body: change, ifMatch: '"v0"' };
      await refused(call(operation, stale), 412, 'precondition_failed');
    },
    ({ update, versioned }) => update !== undefined && versioned,
  ],
  [
    'is not made by a dry run',
    async (noun, call) => {
      const tried = await call(noun.create, { body: noun.body(), dryRun: true });
      assert.equal(tried.status, 200);
      assert.deepEqual(itemsOf(await call(noun.list)), []);
    },
    ({ dryRun }) => dryRun === true,
  ],
];

const ofNouns: Case[] = nouns.flatMap((noun) =>
  truths
    .filter(([, , of]) => of?.(noun) ?? true)
    .map(([what, holds]) => ({
      name: `${noun.name} ${what}`,
      run: (call: Caller, anonymous: Caller) => holds(noun, call, anonymous),
    })),
);

/** The whole suite. */
export const cases: readonly Case[] = [...reads, ...absent, ...closed, ...ofNouns];
