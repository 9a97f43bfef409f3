import { expect } from 'vitest';
import { referenceFields, withValue } from '#test/contract/reference-fields.ts';
import { bodyOf } from '#test/contract/samples.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'the victim’s things in every field of a body that names one',
  async by({ routes, theirs, ownParams, ask, leaks }) {
    const kinds: Record<string, string> = {
      instance_id: 'instances',
      instance_ids: 'instances',
      vpc_id: 'vpcs',
      ssh_key_id: 'ssh-keys',
      ssh_key_ids: 'ssh-keys',
      load_balancer_id: 'load-balancers',
      elastic_ip_id: 'elastic-ips',
      volume_id: 'volumes',
      snapshot_id: 'snapshots',
      policy_ids: 'policies',
      policy_id: 'policies',
      groups: 'groups',
      username: 'users',
    };
    const own = ['createUser', 'createGroup'];
    let tried = 0;
    for (const route of routes.filter(({ route: { public: open } }) => !open)) {
      for (const { place, path } of referenceFields.get(route.key) ?? []) {
        const kind = kinds[path.findLast((name) => name !== '[]') ?? ''];
        if (place !== 'body' || !kind || (own.includes(route.key) && path[0] === 'username')) continue;
        tried += 1;
        // An image has one source.
        const sample = { ...bodyOf(route), ...(path[0] === 'source' && { source: {} }) };
        const body = withValue(sample, path, theirs[kind] ?? '');
        const request = { params: ownParams(route), body };
        const reply = await ask(route, request);
        expect({ key: route.key, path, status: reply.status, leaks: leaks(reply, request) }).toEqual({
          key: route.key,
          path,
          status: 404,
          leaks: [],
        });
      }
    }
    expect(tried).toBeGreaterThan(12);
  },
};
