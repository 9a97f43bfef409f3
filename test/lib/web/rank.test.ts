import { expect, it } from 'vitest';
import type { Hit } from '#lib/web/shell/hit.ts';
import { distance, ranked } from '#lib/web/shell/rank.ts';

const hit = (rank: Hit['rank'], label: string, isFound = false): Hit => ({
  label,
  kind: rank,
  rank,
  isFound,
  go: () => undefined,
});
const labels = (text: string, hits: readonly Hit[]) => ranked(text, hits).map(({ label }) => label);

it('actions come before pages, and pages before what the account has', () => {
  const hits = [
    hit('resource', 'volume-1 · vol-1'),
    hit('page', 'Volumes'),
    hit('action', 'Create a volume'),
    hit('action', 'Import an SSH key'),
  ];
  expect(labels('volu', hits)).toEqual(['Create a volume', 'Volumes', 'volume-1 · vol-1']);
});

it('of one kind those come first whose words begin as typed, and then in the order given', () => {
  const hits = [hit('resource', 'old-web · i-1'), hit('resource', 'web-2 · i-2'), hit('resource', 'web-1 · i-3')];
  expect(labels('web', hits)).toEqual(['web-2 · i-2', 'web-1 · i-3', 'old-web · i-1']);
});

it('what is spelt as typed comes before what is forgiven a letter, whatever it is', () => {
  const hits = [hit('action', 'Launch an instance'), hit('resource', 'lunch · i-1')];
  expect(labels('lunch', hits)).toEqual(['lunch · i-1', 'Launch an instance']);
});

it('what the platform found by another field stays, and what nothing means goes', () => {
  const hits = [hit('resource', 'web-1 · i-1', true), hit('resource', 'web-2 · i-2')];
  expect(labels('10.0.0.7', hits)).toEqual(['web-1 · i-1']);
  expect(labels('', hits)).toHaveLength(2);
});

it.each([
  ['stpo', 'Stop web-1', 2],
  ['snaphsots', 'Snapshots', 2],
  ['instnace', 'Instances', 2],
  ['netwroks', 'Networks', 2],
  ['lod balancer', 'Load balancers', undefined],
  ['load balncer', 'Load balancers', 2],
  ['certifcates', 'Certificates', 2],
  ['wbe-1', 'web-1 · i-1', 2],
  ['wbe-2', 'web-1 · i-1', undefined],
  ['buckets', 'Volumes', undefined],
  ['ip', 'Elastic IPs', 0],
  ['up', 'Elastic IPs', undefined],
])('%s means %s by %s', (text, label, far) => {
  expect(distance(text, label)).toBe(far);
});
