import { expect } from 'vitest';
import { handler as listAuditLogs } from '#functions/auth/audit-logs/list.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { handler as listVpcs } from '#functions/compute/vpcs/list.ts';
import type { Statement } from '#lib/model/identity/policy/document.ts';
import { writeSource } from '#lib/model/platform/source.ts';
import { call } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { newIamCaller, newPolicy } from '#test/support/accounts/iam.ts';
import { insideAt, someMachine } from '#test/support/compute/inside.ts';

const block = '10.20.0.0/20';
const address = '10.20.0.2';

export const attack: Attack = {
  tries: 'a stolen key of the victim’s from a machine with the private address of the victim’s',
  async by({ attacker }) {
    const victim = await verified();
    const own = someMachine({ account_id: victim.account_id });
    const strange = someMachine({ account_id: attacker.account_id });
    const { vpc_id, instance_id } = own;
    const said = writeSource(insideAt(address, own));
    const headers = { 'x-svc-source': said, 'x-svc-inside': said, 'x-forwarded-for': address, 'svc-sourcevpc': vpc_id };
    const places = { own: { inside: own }, strange: { inside: strange, headers }, outside: { headers } };
    /** Where a user's token is good whose one policy has these statements. */
    const goodAt = async (...statements: Partial<Statement>[]) => {
      const policy_ids = [await newPolicy(victim, ...statements)];
      const { bearer } = await newIamCaller(victim, { policy_ids });
      const at = async (place: object) => (await call(listVpcs, { bearer, ip: address, ...place })).status === 200;
      const asked = Object.entries(places).map(async ([name, place]) => ((await at(place)) ? [name] : []));
      return (await Promise.all(asked)).flat();
    };
    const when = (Condition: Statement['Condition']) => ({ Action: 'compute:*', Condition });
    const but = (Condition: Statement['Condition']) => ({ Effect: 'Deny', Condition }) as const;

    expect(await goodAt(when({ IpAddress: { 'svc:SourceIp': block } }))).toEqual(['outside']);
    expect(await goodAt(when({ StringEquals: { 'svc:SourceVpc': vpc_id } }))).toEqual(['own']);
    expect(await goodAt(when({ StringEquals: { 'svc:SourceInstance': instance_id } }))).toEqual(['own']);
    expect(await goodAt(when({ StringLike: { 'svc:SourceVpc': 'vpc-*' } }))).toEqual(['own', 'strange']);
    // What is absent is not in a block, and is denied by whatever denies all other blocks.
    expect(await goodAt(when({ NotIpAddress: { 'svc:SourceIp': block } }))).toEqual(['own', 'strange']);
    expect(await goodAt({}, but({ NotIpAddress: { 'svc:SourceIp': block } }))).toEqual(['outside']);
    expect(await goodAt({}, but({ IpAddress: { 'svc:SourceIp': '0.0.0.0/0' } }))).toEqual(['own', 'strange']);
    expect(await goodAt({}, but({ StringLike: { 'svc:SourceInstance': '*' } }))).toEqual(['outside']);

    const bearer = victim.bearer;
    for (const place of Object.values(places)) await call(createVpc, { bearer, ip: address, body: {}, ...place });
    const { audit_logs } = (await call(listAuditLogs, { bearer, query: { limit: '3' } })).body;
    const shown = audit_logs.map((log: Record<string, unknown>) => [log.source_ip, log.source_instance]);
    expect(shown).toEqual([null, strange.instance_id, instance_id].map((id) => [address, id]));
  },
};
