import { expect, test } from 'vitest';
import type { Part } from '#lib/deploy/parts.ts';
import { planOf } from '#lib/deploy/plan.ts';

type Told = Partial<Pick<Part, 'imports' | 'lazy'>> & { bytes?: number };

const part = ({ imports = [], lazy = [], bytes = 100 }: Told, shared: boolean): Part => {
  const nothing = { contents: new Uint8Array(bytes), exports: [], data: 0 };
  return { ...nothing, imports, lazy, shared };
};

/** Handlers a … j, what they load, and the parts that these share. */
function planned(handlers: Record<string, Told>, chunks: Record<string, Told>) {
  const own = Object.entries(handlers).map(([path, told]) => [path, part(told, false)] as const);
  const shared = Object.entries(chunks).map(([path, told]) => [path, part(told, true)] as const);
  return planOf(new Map([...own, ...shared]), Object.keys(handlers));
}

const ten = (told: (at: number) => Told) =>
  Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`${'abcdefghij'[at]}.mjs`, told(at)]));

test('what nine of ten handlers load is common; what fewer load goes into each, unless it is large', () => {
  const handlers = ten((at) => ({
    imports: [at > 0 && 'most.mjs', at > 1 && 'many.mjs', at > 1 && 'large.mjs'].filter((path) => path !== false),
  }));
  const chunks = {
    'most.mjs': {},
    'many.mjs': {},
    'large.mjs': { bytes: 50_000, imports: ['below.mjs'] },
    'below.mjs': {},
  };
  expect(planned(handlers, chunks)).toEqual({ common: ['most.mjs'], kept: ['below.mjs', 'large.mjs'] });
});

test('what is imported later remains a file, and what it loads as well: nothing is in a process twice', () => {
  const handlers = ten((at) =>
    at === 0 ? { imports: ['few.mjs', 'all.mjs'], lazy: ['later.mjs'] } : { imports: ['all.mjs'] },
  );
  const chunks = { 'few.mjs': {}, 'all.mjs': {}, 'later.mjs': { imports: ['few.mjs', 'all.mjs'] } };
  expect(planned(handlers, chunks)).toEqual({ common: ['all.mjs'], kept: ['few.mjs', 'later.mjs'] });
});

test('what loads machine code remains where it stands', () => {
  const chunks = { 'addon.mjs': { imports: ['native/code.node'] }, 'native/code.node': {} };
  const handlers = ten(() => ({ imports: ['addon.mjs'] }));
  expect(planned(handlers, chunks)).toEqual({ common: [], kept: ['addon.mjs'] });
});

test('the common file loads nothing but itself', () => {
  const handlers = ten((at) => ({ imports: ['top.mjs'], lazy: at === 0 ? ['low.mjs'] : [] }));
  const chunks = { 'top.mjs': { imports: ['middle.mjs'] }, 'middle.mjs': { imports: ['low.mjs'] }, 'low.mjs': {} };
  expect(planned(handlers, chunks)).toEqual({ common: [], kept: ['low.mjs'] });
});
