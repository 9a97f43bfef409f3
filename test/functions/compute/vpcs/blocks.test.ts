import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler as create } from '#functions/compute/vpcs/create.ts';
import { handler as remove } from '#functions/compute/vpcs/delete.ts';
import { handler as list } from '#functions/compute/vpcs/list.ts';
import { handler as update } from '#functions/compute/vpcs/update.ts';
import { freeBlock } from '#lib/domain/compute/vpcs/addresses.ts';
import { blockProblem, overlaps } from '#lib/model/platform/ipv4.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';

let mine: Client;
beforeAll(async () => {
  mine = clientOf(await signedUp());
});

const make = (client: Client, name: string, cidr?: string) => client(create, { body: { name, ...(cidr && { cidr }) } });

describe('a block is refused with the reason', () => {
  const form = 'must be an IPv4 block like 10.20.0.0/20';
  const isPublic = 'is not private (within 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16)';

  test.each([
    ['10.0.0.0', form],
    ['10.0.0/20', form],
    ['10.0.0.256/20', form],
    ['10.00.0.0/20', form],
    ['10.0.0.0/020', form],
    ['10.0.0.0/33', form],
    [' 10.0.0.0/20', form],
    ['fd00::/20', form],
    ['8.8.8.0/24', isPublic],
    ['11.0.0.0/20', isPublic],
    ['172.32.0.0/16', isPublic],
    ['192.167.0.0/16', isPublic],
    ['169.254.0.0/20', isPublic],
    ['127.0.0.0/16', isPublic],
    ['10.0.0.0/15', 'must have a size of /16 to /28'],
    ['10.0.0.0/29', 'must have a size of /16 to /28'],
    ['192.168.0.0/15', 'must have a size of /16 to /28'],
    ['10.20.0.5/20', 'has host bits set (did you mean 10.20.0.0/20?)'],
    ['172.31.255.255/28', 'has host bits set (did you mean 172.31.255.240/28?)'],
  ])('%s', async (cidr, problem) => {
    expect(await make(mine, 'a', cidr)).toMatchObject({
      status: 400,
      headers: { 'x-error-code': 'validation_failed' },
      body: { error: `cidr: ${JSON.stringify(cidr)} ${problem}` },
    });
  });

  test('and the names and descriptions that a VPC cannot have are too', async () => {
    const reply = await mine(create, { body: { name: 'a b', cidr: '10.0.0.0', description: 'x'.repeat(256) } });
    expect(reply.body.error).toMatch(
      /^name: "a b" must be of A-Z a-z 0-9 \. -; cidr: "10\.0\.0\.0" must be .*; description: "x+… must have at most 255 characters$/,
    );
    expect((await make(mine, 'x'.repeat(65))).status).toBe(400);
    expect((await make(mine, '')).status).toBe(400);
  });
});

test('the edges of what is private and allowed are accepted', async () => {
  const edges = clientOf(await signedUp());
  for (const cidr of ['10.0.0.0/16', '10.255.255.240/28', '172.31.0.0/16', '192.168.255.0/24']) {
    expect((await make(edges, cidr.replaceAll(/[^\d]/g, '-'), cidr)).body.cidr).toBe(cidr);
  }
});

test('a block that meets another is refused with the one it meets; the neighbour is not', async () => {
  const { body } = await make(mine, 'first', '10.1.16.0/20');
  for (const cidr of ['10.1.16.0/20', '10.1.0.0/16', '10.1.31.240/28']) {
    expect(await make(mine, 'second', cidr)).toMatchObject({
      status: 409,
      headers: { 'x-error-code': 'already_exists' },
      body: { error: `cidr: ${cidr} overlaps ${body.id} (10.1.16.0/20)` },
    });
  }
  expect((await make(mine, 'inside-default', '10.20.8.0/24')).body.error).toMatch(
    /overlaps vpc-\w+ \(10\.20\.0\.0\/20\)/,
  );
  const neighbour = await make(mine, 'neighbour', '10.1.32.0/20');
  expect(neighbour.status).toBe(201);
  await mine(remove, { params: { id: body.id } });
  expect((await make(mine, 'again', '10.1.0.0/19')).status).toBe(201);
});

test('a name stands once per account', async () => {
  const own = clientOf(await signedUp());
  const { body } = await make(own, 'web');
  const error = `name: vpc "web" already exists as ${body.id}`;
  expect(await make(own, 'web')).toMatchObject({
    status: 409,
    headers: { 'x-error-code': 'already_exists' },
    body: { error },
  });
  expect((await make(own, 'default')).status).toBe(409);
  const other = (await make(own, 'api')).body;
  expect(await own(update, { params: { id: other.id }, body: { name: 'web' } })).toMatchObject({
    status: 409,
    body: { error },
  });
  await own(update, { params: { id: body.id }, body: { name: 'renamed' } });
  expect((await own(update, { params: { id: other.id }, body: { name: 'web' } })).status).toBe(200);
});

test('of creations at once that want one block, one gets it, and the others are told which', async () => {
  const own = clientOf(await signedUp());
  const replies = await Promise.all(
    ['10.5.0.0/16', '10.5.16.0/20', '10.5.0.0/17', '10.5.16.0/24'].map((cidr, i) => make(own, `vpc-${i}`, cidr)),
  );
  const vpcs = (await own(list)).body.vpcs.map(({ cidr }: { cidr: string }) => cidr);
  const made = replies.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  expect(vpcs.sort()).toEqual(['10.20.0.0/20', made[0]?.body.cidr].sort());
  for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
    expect({ status, error: body.error }).toEqual({
      status: 409,
      error: expect.stringMatching(new RegExp(`overlaps ${made[0]?.body.id} `)),
    });
  }
});

test('creations at once get blocks of their own, as many as the quota allows', async () => {
  const own = clientOf(await signedUp());
  const replies = await Promise.all(Array.from({ length: 6 }, (_, i) => make(own, `vpc-${i}`)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 403, 403]);
  const blocks: string[] = (await own(list)).body.vpcs.map(({ cidr }: { cidr: string }) => cidr);
  expect(blocks).toHaveLength(5);
  for (const [i, block] of blocks.entries()) {
    expect(block).toMatch(/\/20$/);
    expect(blocks.slice(i + 1).filter((other) => overlaps(block, other))).toEqual([]);
  }
  const [refused] = replies.filter(({ status }) => status === 403);
  expect(refused?.body.error).toBe('5 of 5 vpcs used (see GET /compute/quotas)');
});

test('a free block is private, of the right size and free, until none is left', () => {
  const big = fc.integer({ min: 0, max: 255 }).map((n) => `10.${n}.0.0/16`);
  fc.assert(
    fc.property(fc.array(big, { maxLength: 200 }), (taken) => {
      const block = freeBlock(taken);
      expect(blockProblem(block)).toBeUndefined();
      expect(taken.filter((other) => overlaps(other, block))).toEqual([]);
    }),
  );
  expect(freeBlock(['10.0.0.0/8'])).toMatch(/^172\.(1[6-9]|2\d|3[01])\.\d+\.0\/20$/);
  expect(freeBlock(['10.0.0.0/8', '172.16.0.0/12'])).toMatch(/^192\.168\.\d+\.0\/20$/);
  expect(() => freeBlock(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'])).toThrow(
    "cidr: no private /20 is free beside the account's other VPCs",
  );
});
