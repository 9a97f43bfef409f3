import { createInterface } from 'node:readline/promises';
import { type HostKey, newKey } from '#lib/agent/link/key.ts';
import { HostLink } from '#lib/agent/link/link.ts';
import { LinkError } from '#lib/agent/link/link-error.ts';
import { transportTo } from '#lib/agent/link/transport.ts';
import { joining } from '#lib/model/compute/host-call.ts';
import { checkAll } from './checks.ts';
import { HostFiles } from './files.ts';
import { HostError } from './host-error.ts';
import { type JoinPlan, type JoinValues, joinPlan, linesOf } from './join-plan.ts';

/** Makes this machine a host: says what it will do, checks that it works, asks, and joins. HostError says why not. */
export async function joinAsHost(values: JoinValues, say: (line: string) => void): Promise<void> {
  const plan = joinPlan(values);
  const files = new HostFiles(plan.stateDir);
  if (files.hasJoined)
    throw new HostError(`this machine is host ${files.settings().SVC_HOST} already; see "svc-host leave"`);
  for (const line of linesOf(plan)) say(line);
  const driver = await checkAll(plan, say);
  if (!values.yes) await agree();
  const key = newKey();
  files.writeKey(key);
  const { host_id, audience } = await joinWith(key, plan).catch((error) => {
    files.forget();
    throw error;
  });
  files.writeSettings({
    ...plan.settings,
    SVC_COMPUTE: driver,
    SVC_HOST: host_id,
    SVC_HOST_KEY_FILE: files.keyFile,
    // Calls are signed for this audience.
    ...(URL.canParse(audience) && { SVC_BASE_URL: audience }),
  });
  say(`This machine is host ${host_id}. It takes machines once it runs: systemctl enable --now svc-host`);
}

async function joinWith({ jwk, public_key }: HostKey, { url, token }: JoinPlan) {
  const link = new HostLink({ hostId: joining, key: jwk, audience: joining, transport: transportTo(url) });
  try {
    return await link.call('joinHosts', { join_token: token, public_key });
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    throw new HostError(`${url}: ${error.message}${error.status === 0 ? unknown : ''}`, { cause: error });
  } finally {
    link.close();
  }
}

/** The token may have been used, with a key that is thrown away. */
const unknown =
  '; if "svc platform list-hosts" has a host of this token, join with a token for that one ("svc platform create-join-token --host")';

async function agree(): Promise<void> {
  if (!process.stdin.isTTY) throw new HostError('nobody can be asked whether to continue: use --yes');
  const asked = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await asked.question('Continue? [y/N] ');
    if (!/^y(es)?$/i.test(answer.trim())) throw new HostError('nothing was done');
  } finally {
    asked.close();
  }
}
