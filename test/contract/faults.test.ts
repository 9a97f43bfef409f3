import { expect, test } from 'vitest';
import { faultTable } from '#lib/model/platform/faults.ts';
import { documentedFaults } from './faults/documented.ts';
import { instanceTransitions, transitionsOf } from './faults/transitions.ts';

test('docs/emulator.md lists every fault that is accepted, and no other', () => {
  const listed = documentedFaults().map(({ where, outcome }) => `${where} ${outcome}`);
  const accepted = Object.entries(faultTable).flatMap(([where, outcomes]) =>
    Object.keys(outcomes).map((outcome) => `${where} ${outcome}`),
  );
  expect(listed.toSorted()).toEqual(accepted.toSorted());
});

const known: Record<string, () => Set<string>> = {
  launch: instanceTransitions,
  start: instanceTransitions,
  snapshot: () => transitionsOf('3.2'),
  volume: () => transitionsOf('3.3'),
  image: () => transitionsOf('3.13'),
};

const chains = documentedFaults().filter(({ where }) => where in known);

test.each(chains)('$where $outcome is seen as $seenAs, which contract 3 allows', ({ where, seenAs }) => {
  const steps = seenAs.split(' → ');
  const taken = steps.slice(1).map((to, at) => `${steps[at]} → ${to}`);
  const transitions = known[where]?.() ?? new Set();
  expect(taken.filter((step) => !transitions.has(step))).toEqual([]);
});

test('the transitions are read from the contract as it has them', () => {
  const instance = instanceTransitions();
  for (const step of ['provisioning → running', 'starting → stopped', 'stopped → starting', 'running → stopping']) {
    expect(instance).toContain(step);
  }
  for (const step of ['error → running', 'stopped → running', 'terminated → running'])
    expect(instance).not.toContain(step);
  expect(transitionsOf('3.5')).toContain('error → active');
  expect(transitionsOf('3.6')).toContain('unhealthy → healthy');
  expect(transitionsOf('3.3')).not.toContain('creating → in-use');
});
