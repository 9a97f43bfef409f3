import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'what the victim did, in its own audit log, and its tries in theirs',
  async by({ attacker, victim, theirs, routes, ask, everywhere }) {
    const listAudit = routes.find(({ key }) => key === 'listAuditLogs');
    if (!listAudit) throw new Error('there is no audit log');
    await everywhere(({ route }) => (route.key === 'getInstance' || route.key === 'terminateInstance' ? {} : null));
    for (const q of [victim.account_id, victim.email, theirs.instances ?? '', 'usr-', '']) {
      const reply = await ask(listAudit, { query: q ? { q } : {} });
      const others = reply.body.audit_logs.filter(
        ({ account_id }: { account_id?: string }) => account_id !== undefined && account_id !== attacker.account_id,
      );
      expect([q, others]).toEqual([q, []]);
    }
    const seen = JSON.stringify((await ask(listAudit, {}, 'victim')).body);
    expect(seen).not.toContain(attacker.account_id);
    expect(seen).not.toContain(attacker.email);
  },
};
