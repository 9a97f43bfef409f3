import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { markScope, requireScope, scopeFolder } from '#lib/agent/hosted/disk-scope.ts';

/* The folder at which the disks of a scope are mounted. */

let system: string;
beforeEach(() => {
  system = mkdtempSync(join(tmpdir(), 'svc-scope-'));
});
afterEach(() => rmSync(system, { recursive: true, force: true }));

const unmounted = () =>
  `${scopeFolder(system, 'rack-4')} must have the disks of scope rack-4, which are not mounted there`;

test('the first host leaves a mark, which the others find', () => {
  expect(() => requireScope(system, 'rack-4')).toThrow(unmounted());
  markScope(system, 'rack-4');
  markScope(system, 'rack-4');
  expect(readFileSync(join(scopeFolder(system, 'rack-4'), 'disk-scope'), 'utf8')).toBe('rack-4\n');
  requireScope(system, 'rack-4');
});

test('disks without a mark are not mounted', () => {
  markScope(system, 'rack-4');
  rmSync(join(scopeFolder(system, 'rack-4'), 'disk-scope'));
  expect(() => requireScope(system, 'rack-4')).toThrow(unmounted());
});

test('disks of another scope are neither marked nor used', () => {
  markScope(system, 'rack-4');
  writeFileSync(join(scopeFolder(system, 'rack-4'), 'disk-scope'), 'rack-5\n');
  expect(() => markScope(system, 'rack-4')).toThrow('which have the mark of rack-5');
});
