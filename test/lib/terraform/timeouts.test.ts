import { expect, test } from 'vitest';
import { values } from '#lib/terraform/protocol/value.ts';
import { providerCalls } from '#lib/terraform/provider/calls.ts';
import { schemas } from '#lib/terraform/provider/schema.ts';
import { deadlineOf, millisecondsOf } from '#lib/terraform/provider/timeouts.ts';

test.each([
  ['90s', 90_000],
  ['20m', 1_200_000],
  ['1h30m', 5_400_000],
  ['1h1m1s', 3_661_000],
  ['', undefined],
  ['0s', undefined],
  ['20', undefined],
  ['soon', undefined],
  ['1m1h', undefined],
  ['-1s', undefined],
])('%j is a duration of %j ms', (text, milliseconds) => {
  expect(millisecondsOf(text)).toBe(milliseconds);
});

test('a wait fails after 20 minutes where the configuration has no timeout for it', () => {
  const timeouts = values([['create', '90s']]);
  const given = values([['timeouts', timeouts]]);
  expect(deadlineOf('create', given, 1000)).toEqual({ at: 91_000, words: 'after 90s (timeouts.create)' });
  expect(deadlineOf('update', given, 1000)).toEqual({ at: 1_201_000, words: 'after 20m (timeouts.update)' });
  expect(deadlineOf('delete', values([['timeouts', null]]), 1000).at).toBe(1_201_000);
});

test('resources whose operations are waited for have timeouts, and no others', () => {
  const waited = Object.keys(schemas).filter((name) => schemas[name]?.attributes.timeouts);
  expect(waited).toEqual([
    'asg',
    'bucket',
    'elastic_ip',
    'elastic_ip_attachment',
    'image',
    'instance',
    'load_balancer',
    'snapshot',
    'volume',
    'volume_attachment',
  ]);
});

test('a moved block leads here from the same resource at another source address, and from nothing else', async () => {
  const { MoveResourceState } = providerCalls();
  const ask = (source: string, type: string) =>
    MoveResourceState?.({
      source_provider_address: source,
      source_type_name: type,
      source_state: { json: Buffer.from(JSON.stringify({ id: 'vpc-1', name: 'one' })) },
      target_type_name: 'svc_vpc',
    });
  expect(await ask('registry.example/cloud/svc', 'svc_vpc')).toHaveProperty('target_state.msgpack');
  for (const [source, type] of [
    ['svc.invalid/svc/svc', 'svc_volume'],
    ['registry.example/cloud/other', 'svc_vpc'],
  ]) {
    expect(await ask(source as string, type as string)).toEqual({
      diagnostics: [
        {
          severity: 1,
          summary: `svc_vpc: a ${type} of ${source} is another resource`,
          detail: 'A moved block leads from a resource of the same type. Blocks of removed and import do the rest.',
        },
      ],
    });
  }
});
