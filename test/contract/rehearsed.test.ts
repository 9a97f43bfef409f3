import { expect, test } from 'vitest';
import { notRehearsed, rehearsed } from '#test/rehearse/commands.ts';
import { commandsOfGuides } from '#test/rehearse/guide.ts';

test('every command of docs/deploying.md and docs/operating.md is run by the rehearsal, or named as not runnable there', () => {
  const named = [...rehearsed, ...Object.keys(notRehearsed)];
  expect(named.toSorted()).toEqual(commandsOfGuides().toSorted());
});
