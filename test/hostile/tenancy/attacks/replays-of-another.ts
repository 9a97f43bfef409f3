import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { call } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'the victim’s answer by the Idempotency-Key under which they asked',
  async by({ attacker }) {
    const key = `shared-${randomUUID()}`;
    const others = await verified();
    const body = { name: `net-${key.slice(-8)}` };
    const first = await call(createVpc, { bearer: others.bearer, body, headers: { 'idempotency-key': key } });
    const mine = await call(createVpc, { bearer: attacker.bearer, body, headers: { 'idempotency-key': key } });
    expect([first.status, mine.status]).toEqual([201, 201]);
    expect(mine.headers['idempotent-replayed']).toBeUndefined();
    expect(mine.body.id).not.toBe(first.body.id);
    const other = await call(createVpc, {
      bearer: attacker.bearer,
      body: { name: 'else' },
      headers: { 'idempotency-key': `"${key}"` },
    });
    expect(other.status).toBe(422);
  },
};
