import { expect, test } from 'vitest';
import { growthOf, type Work } from './growth.ts';

const linear: Record<string, Work> = {
  'a pattern that goes through once': (size) => {
    const text = 'a'.repeat(size);
    return () => /^[a-z]+!$/.test(text);
  },
  JSON: (size) => {
    const text = JSON.stringify(Array.from({ length: size / 2 }, () => 1));
    return () => JSON.parse(text);
  },
};

const worse: Record<string, Work> = {
  'a pattern that tries again at every character': (size) => {
    const text = `${' '.repeat(size)}!`;
    return () => /\s+$/.test(text);
  },
  'a pattern that tries every way': (size) => {
    const text = `${'a'.repeat(size)}!`;
    return () => /^(a+)+$/.test(text);
  },
  'a text that is searched from its beginning at every character': (size) => {
    const text = 'a'.repeat(size);
    return () => Array.from({ length: size }, () => text.indexOf('!'));
  },
  'a list that is searched for each of its items': (size) => {
    const items = Array.from({ length: size }, (_, at) => `${at}`);
    return () => items.find((item, at) => items.indexOf(item) < at);
  },
};

test.each(Object.entries(linear))('%s grows as it should', async (_, work) => {
  expect(await growthOf(work, 4_000_000)).toBeUndefined();
});

test.each(Object.entries(worse))('%s is found', async (_, work) => {
  expect(await growthOf(work, 100_000)).toMatch(/^\d+ take .* ms, a quarter of them .* ms$/);
});
