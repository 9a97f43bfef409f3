import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Functions, functionsOf } from '#lib/local/functions.ts';
import { Gate } from '#lib/local/state/gate.ts';

let root: string;
let functions: Functions;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-functions-'));
  writeFileSync(
    join(root, 'tasks.ts'),
    `class Superseded extends Error { override name = 'Superseded'; }
     export const echo = async (event: unknown, context: any) => ({ event, name: context.functionName, left: context.getRemainingTimeInMillis() });
     export const fails = async () => { throw new Superseded('by another'); };
     export const keeps = async (event: any) => { event.seen = true; return event; };
     export const hangs = () => new Promise(() => {});
     export const nothing = () => undefined;
     export const text = 'no function';`,
  );
  const define = (name: string, timeout = 29) => ({ name: `svc-dev-${name}`, handler: `tasks.${name}`, timeout });
  const names = ['echo', 'fails', 'keeps', 'nothing', 'text'];
  const definitions = Object.fromEntries(names.map((name) => [name, define(name)]));
  const other = { hangs: define('hangs', 0.05), absent: { ...define('x'), handler: 'none.handler' } };
  functions = functionsOf(root, { ...definitions, ...other }, { gate: new Gate() });
});
afterAll(() => rmSync(root, { recursive: true }));

test('a function is invoked by its name or ARN, with an event and a context like those of Lambda', async () => {
  const reply = (await functions.invoke('svc-dev-echo', { a: 1 })) as { left: number };
  expect(reply).toMatchObject({ event: { a: 1 }, name: 'svc-dev-echo' });
  expect(reply.left).toBeGreaterThan(28_000);
  const arn = functions.arnOf('echo') ?? '';
  expect(arn).toBe('arn:aws:lambda:ap-south-1:000000000000:function:svc-dev-echo');
  expect(await functions.invoke(arn, 2)).toMatchObject({ event: 2 });
  expect(functions.arnOf('toString')).toBeUndefined();
});

test('an error keeps its name, by which a workflow catches it', async () => {
  await expect(functions.invoke('svc-dev-fails', {})).rejects.toMatchObject({
    name: 'Superseded',
    message: 'by another',
  });
});

test('a function gets a copy of its event, and no answer is null', async () => {
  const event = { a: 1 };
  expect(await functions.invoke('svc-dev-keeps', event)).toEqual({ a: 1, seen: true });
  expect(event).toEqual({ a: 1 });
  expect(await functions.invoke('svc-dev-nothing', {})).toBeNull();
});

test('a function that takes longer than its timeout is given up', async () => {
  const message = 'Task timed out after 0.05 seconds';
  await expect(functions.invoke('svc-dev-hangs', {})).rejects.toMatchObject({ name: 'Sandbox.Timedout', message });
});

test('an abort ends the wait at once', async () => {
  const abort = new AbortController();
  const reason = new Error('stopped');
  const waiting = functions.invoke('svc-dev-hangs', {}, abort.signal);
  abort.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(functions.invoke('svc-dev-echo', {}, abort.signal)).rejects.toBe(reason);
});

test('what is not there is refused by name', async () => {
  await expect(functions.invoke('svc-dev-other', {})).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
    message: 'function not found: arn:aws:lambda:ap-south-1:000000000000:function:svc-dev-other',
  });
  await expect(functions.invoke('svc-dev-text', {})).rejects.toMatchObject({ name: 'Runtime.HandlerNotFound' });
  await expect(functions.invoke('svc-dev-x', {})).rejects.toThrow('none');
});
