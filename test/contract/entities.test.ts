import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceOf } from '#lib/check/syntax.ts';
import { root, sourceOf as textOf } from '#lib/generate/routes.ts';
import { entities } from '#lib/generated/store/entities.ts';
import type { Entity } from '#lib/store/entity.ts';
import * as indexes from '#lib/store/indexes.ts';
import { entityOf } from '#lib/store/unfit.ts';

/* The definitions of entities, and what is said beside them. */

const all = Object.entries<Entity>(entities);
const withoutNames = (template: string) => template.replaceAll(/<[^>]+>/g, '0');

test('the names of the parts of the index are those of the entities', () => {
  const named = Object.entries<unknown>(indexes).filter(([, part]) => typeof part === 'string');
  const parts: Record<string, unknown> = Object.fromEntries(named);
  parts.openJobs = indexes.openJobs('0');
  parts.hostsIndex = indexes.hostsIndex(0);
  const defined = all.flatMap(([, { index }]) => (index?.name ? [[index.name, withoutNames(index.pk)]] : []));
  expect(parts).toEqual(Object.fromEntries(defined));
});

test('the parts of the index that an account or a user has are those of the entities', () => {
  const parts = [
    indexes.nameIndex('0', 'vpc', '', '').gsi1pk,
    indexes.ageIndex('0', 'group', '').gsi1pk,
    indexes.sessionIndex('0', '').gsi1pk,
    indexes.memberIndex('0', '').gsi1pk,
  ];
  const { vpc, group, session, member } = entities;
  expect(parts).toEqual([vpc, group, session, member].map(({ index }) => withoutNames(index?.pk ?? '')));
});

test('an item is found to be of the entity whose key it has', () => {
  const items = all.map(([name, { pk, sk }]) => [name, { pk: withoutNames(pk), sk: withoutNames(sk) }] as const);
  expect(items.map(([, item]) => entityOf(item))).toEqual(items.map(([name]) => name));
});

test('shipped code imports no more than the types of schemas of records', () => {
  const importing = globSync('{functions,statemachines,lib}/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.entity.ts'))
    .filter((file) => {
      const { nodes } = sourceOf(file, textOf(file));
      return nodes.some(({ type, importKind, source }) => {
        if (type !== 'ImportDeclaration' && type !== 'ImportExpression') return false;
        const { value } = source as { value?: string };
        return importKind !== 'type' && /(\.entity|\/(entity|unfit|generated\/store\/entities))\.ts$/.test(value ?? '');
      });
    });
  expect(importing.sort()).toEqual([
    // Only the operator's program and the schedule that checks records import this; the latter is bundled apart.
    'lib/domain/platform/records/check.ts',
    'lib/generated/store/entities.ts',
    'lib/store/unfit.ts',
  ]);
});
