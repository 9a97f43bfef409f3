import { expect, test } from 'vitest';
import { classes, classOf, refuseUnfit, shownClasses } from '#lib/deploy/classes.ts';

const route = { handler: 'functions/a/b.handler', access: ['table:read'], events: [{ httpApi: 'POST /a' }] };
const plain = { source: 'export const handler = route({});\n', hashes: false };

test.each([
  ['a route', route, plain, 'request'],
  ['a route of hosts', { ...route, events: [{ hostApi: 'GET /hosts/self/jobs' }] }, plain, 'request'],
  ['what another gateway waits for', { ...route, events: [{ hostBell: '$connect' }] }, plain, 'request'],
  ['a route that may hold its reply', route, { ...plain, source: 'route({\n    settled: settledVolume,\n});' }, 'wait'],
  ['a route that asks the object engine', { ...route, access: ['objects:read'] }, plain, 'wait'],
  ['a route that asks the payment gateway', { ...route, access: ['gateway:use'] }, plain, 'wait'],
  ['a route that hashes a password', route, { ...plain, hashes: true }, 'password'],
  ['a schedule', { ...route, events: [{ schedule: {} }] }, plain, 'task'],
  ['a task of a workflow', { handler: 'statemachines/a/b.handler', access: ['objects:manage'] }, plain, 'task'],
])('%s is of a class', (_what, fn, known, name) => {
  expect(classOf(fn, known)).toBe(name);
});

test('the classes fit who waits for them', () => {
  expect(() => refuseUnfit(classes)).not.toThrow();
});

test.each([
  [{ request: { timeout: 30 } }, 'class request: 30 s (a gateway waits for 30 s: at most 29)'],
  [{ password: { timeout: 60 } }, 'class password: 60 s (a gateway waits for 30 s: at most 29)'],
  [{ wait: { timeout: 27 } }, 'class wait: 27 s (a reply is held for 25 s: at least 28)'],
  [{ task: { timeout: 60 } }, 'class task: 60 s (a schedule runs each minute: less than 60)'],
])('%j does not, and is refused', (planted, message) => {
  expect(() => refuseUnfit({ ...classes, ...planted })).toThrow(message);
});

test('who packages sees each class with its functions', () => {
  const lines = shownClasses(new Map([['password', ['login', 'register']]])).split('\n');
  expect(lines).toHaveLength(Object.keys(classes).length);
  expect(lines[2]).toMatch(/^ {2}password {4}2 functions {2}1769 MB {2}20 s {2}functions that hash passwords/);
});
