import { beforeEach, describe, expect, test } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as createTicket } from '#functions/compute/instances/console-ticket.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import type { HostLink } from '#lib/agent/link/link.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { SourceMachine } from '#lib/model/platform/source.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { expectStatus, newIamCaller, newPolicy } from '#test/support/accounts/iam.ts';
import { onLaptop } from '#test/support/accounts/operators.ts';
import { newProof } from '#test/support/accounts/proof.ts';
import { someMachine } from '#test/support/compute/inside.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

/* The host of a deployment asks about the consoles that browsers open there. */

let owner: SignedUp;
let machine: Instance;
let link: HostLink;
beforeEach(async () => {
  await testTable();
  const { id } = await standInHost();
  owner = await verified();
  machine = await launched(owner);
  await putInto(machine, up);
  link = await linkOf(id);
});

const asOwner = () => ({ bearer: owner.bearer, params: { id: machine.id } });
const ticket = async (): Promise<string> => (await call(createTicket, asOwner())).body.ticket;

/** Asks about a handshake with this query and these headers. */
function opens(query: Record<string, string>, headers: Record<string, string> = {}, inside?: SourceMachine) {
  const handshake = {
    id: newId('request', new Date()),
    instance: machine.id,
    path: `/compute/ws/instances/${machine.id}/console`,
    headers,
    query: new URLSearchParams(query).toString(),
    source_ip: '192.0.2.1',
    ...(inside && { inside }),
    user_agent: 'a browser',
  };
  return link.call('openHostConsole', { handshake, full: [] });
}

describe('a console', () => {
  test('is opened by a ticket, once, and stays open for as long as its instance runs', async () => {
    const query = { ticket: await ticket(), cols: '100', rows: '30' };
    const { opened } = (await opens(query)) as { opened: { console_id: string } };
    expect(opened).toMatchObject({ instance_id: machine.id, principal_id: owner.user.id, cols: 100, rows: 30 });
    expect(await opens(query)).toMatchObject({ refused: { status: 401, code: 'invalid_token' } });
    const still = () => link.call('checkHostConsole', {}, { id: opened.console_id });
    expect(await still()).toEqual({ refused: null });
    await call(terminate, asOwner());
    expect(await still()).toMatchObject({ refused: { status: 409, code: 'wrong_state' } });
  });

  test('is opened by nothing else: no host tries the token or the cookie of anybody', async () => {
    for (const headers of [{ authorization: `Bearer ${owner.bearer}` }, { cookie: `svc_access=${owner.bearer}` }])
      expect(await opens({}, headers)).toMatchObject({ refused: { status: 401, code: 'missing_credentials' } });
    const foreign = { origin: 'https://elsewhere.example' };
    const query = { ticket: await ticket() };
    expect(await opens(query, foreign)).toMatchObject({ refused: { status: 403, code: 'cross_origin' } });
    expect(await opens(query)).toMatchObject({ opened: { instance_id: machine.id } });
  });

  describe('for a user whose policies ask where a request comes from', () => {
    const inside = someMachine();
    let bearer: string;
    beforeEach(async () => {
      const Condition = { StringEquals: { 'svc:SourceInstance': inside.instance_id } };
      const policy_ids = [await newPolicy(owner, { Action: 'compute:OpenConsole', Condition })];
      ({ bearer } = await newIamCaller(owner, { policy_ids }));
    });
    const ticketInside = async () =>
      (await expectStatus(201, call(createTicket, { ...asOwner(), bearer, inside }))).ticket as string;
    const logged = async () => {
      const entries = (await auditOf(owner.account_id)).filter(({ method }) => method === 'GET');
      return entries.map(({ status, source_instance }) => [status, source_instance]);
    };

    test('is refused where a host of a deployment names a machine', async () => {
      const refused = { refused: { status: 403, code: 'access_denied' } };
      expect(await opens({ ticket: await ticketInside() }, {}, inside)).toMatchObject(refused);
      expect(await logged()).toEqual([[403, null]]);
    });

    test('is opened where the front listener of a laptop does, and stays open', async () => {
      onLaptop();
      try {
        const { opened } = (await opens({ ticket: await ticketInside() }, {}, inside)) as {
          opened: { console_id: string };
        };
        expect(await link.call('checkHostConsole', {}, { id: opened.console_id })).toEqual({ refused: null });
        await link.call('closeHostConsole', { code: 1000 }, { id: opened.console_id });
        expect((await logged()).map(([, instance]) => instance)).toEqual([inside.instance_id, inside.instance_id]);
        const elsewhere = await opens({ ticket: await ticketInside() }, {}, someMachine());
        expect(elsewhere).toMatchObject({ refused: { status: 403 } });
      } finally {
        onLaptop(false);
      }
    });
  });

  test('on a laptop is opened by token or cookie too, of a session with a proof by its secret', async () => {
    onLaptop();
    const { session_proof, headers: shown } = newProof();
    const { email, password } = owner;
    const { access_token } = (await call(login, { body: { email, password, session_proof }, ip: newIp() })).body;
    const unproven = { refused: { status: 401, code: 'invalid_token' } };
    const tossed = (await signedUp()).bearer;
    for (const headers of [{ authorization: `Bearer ${access_token}` }, { cookie: `svc_access=${access_token}` }]) {
      expect(await opens({}, headers)).toMatchObject(unproven);
      expect(await opens({}, { ...headers, ...newProof().headers })).toMatchObject(unproven);
      expect(await opens({}, { ...headers, ...shown })).toMatchObject({ opened: { instance_id: machine.id } });
    }
    const both = { cookie: `svc_access=${tossed}; svc_access=${access_token}` };
    expect(await opens({}, both)).toMatchObject(unproven);
    expect(await opens({}, { ...both, ...shown })).toMatchObject({ opened: { instance_id: machine.id } });
    expect(await opens({}, { cookie: `svc_access=${owner.bearer}` })).toMatchObject({ opened: {} });
    const site = { cookie: `svc_access=${owner.bearer}`, 'sec-fetch-site': 'same-site' };
    expect(await opens({}, site)).toMatchObject({ refused: { status: 403, code: 'cross_origin' } });
    // A ticket was asked for with the secret.
    const asked = { bearer: access_token, headers: shown, params: { id: machine.id } };
    const { body } = await call(createTicket, asked);
    expect(await opens({ ticket: body.ticket })).toMatchObject({ opened: { instance_id: machine.id } });
    onLaptop(false);
  });
});
