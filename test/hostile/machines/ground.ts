import { execFileSync } from 'node:child_process';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import type { DriverKind } from '#lib/runtime/registry.ts';
import type { Attack as AttackOn } from '#test/hostile/support/attacks.ts';
import { AgentFolder, type DriverChild } from '#test/lib/runtime/support/driver-child.ts';
import { machineSpec } from '#test/lib/runtime/support/machine-spec.ts';
import { type ClientKey, OpenSsh } from '#test/lib/runtime/support/openssh.ts';
import { onHost } from '#test/support/hosts/host-ids.ts';
import type { GivenRange } from '#test/support/hosts/own-range.ts';
import { type Bait, layBait } from './bait.ts';
import { Machine } from './machine.ts';

/** A host with two tenants: the attacker has a neighbour in the same VPC; the stranger's VPC has the same addresses. */
export interface Ground {
  readonly kind: DriverKind;
  readonly agent: DriverChild;
  readonly driver: DriverChild['driver'];
  /**
   * What the driver can do, `shared_kernel` unless its machines have their own, `perl` where they have it, and
   * `own_ids` where each has ids of its own on the host.
   */
  readonly words: readonly string[];
  /** Where the driver keeps its machines on the host. */
  readonly state: string;
  readonly ssh: OpenSsh;
  readonly key: ClientKey;
  readonly host: Bait;
  readonly attacker: Machine;
  readonly neighbour: Machine;
  readonly stranger: Machine;
  /** One more machine of the attacker's, for what ends it. */
  boot(change?: Partial<MachineSpec>): Promise<Machine>;
  close(): Promise<void>;
}

export type Attack = AttackOn<Ground>;

const run = (file: string, ...args: string[]) => void execFileSync(file, args);

/**
 * Boots it with a driver; the reason, where that does not work on this host or walls are not promised. With `given`,
 * the platform is an ordinary user's that has been given a range of ids.
 */
export async function openGround(kind: DriverKind, given?: GivenRange): Promise<Ground | { readonly reason: string }> {
  const host = await layBait(run);
  const folder = await AgentFolder.open(given !== undefined);
  process.env.SVC_HOSTILE_SECRET = host.secret;
  const agent = folder.start(kind, [...(given?.words ?? []), ...host.around]);
  const close = async () => {
    await agent.driver.close().catch(() => undefined);
    await agent.kill();
    await folder.remove();
    host.remove();
  };
  try {
    const words = await agent.driver.capabilities();
    if (words.includes('isolation')) return await populate({ kind, agent, host, words, folder, close });
    await close();
    return { reason: 'it promises no isolation' };
  } catch (error) {
    await close();
    if (error instanceof DriverError && error.code === 'UNSUPPORTED') return { reason: error.message };
    throw error;
  }
}

type Bare = Pick<Ground, 'kind' | 'agent' | 'host' | 'words' | 'close'> & { folder: AgentFolder };

async function populate({ folder, ...bare }: Bare): Promise<Ground> {
  const { driver } = bare.agent;
  const ssh = await OpenSsh.open();
  const key = await ssh.makeKey('laptop');
  const image = (await driver.images()).find(({ available }) => available)?.id ?? '';
  const boot = async (change?: Partial<MachineSpec>) => {
    const spec = await machineSpec(image, { authorized_keys: [key.line], ...change });
    const { host_key } = await driver.create(spec);
    return new Machine({ spec, key, hostKey: host_key }, ssh);
  };
  const two = { id: 'vpc-two', cidr: '10.20.0.0/20', gateway: '10.20.0.1' };
  const [attacker, neighbour, stranger] = await Promise.all([boot(), boot(), boot({ vpc: two })]);
  const perl = (await attacker.run('perl -e 1')).code === 0 ? ['perl'] : [];
  const kernel = bare.words.includes('own_kernel') ? [] : ['shared_kernel'];
  const ids = onHost(attacker.spec.name) === null ? [] : ['own_ids'];
  return {
    ...bare,
    driver,
    words: [...bare.words, ...perl, ...kernel, ...ids],
    state: folder.state(bare.kind),
    ssh,
    key,
    attacker,
    neighbour,
    stranger,
    boot,
    async close() {
      await bare.close();
      await ssh.close();
    },
  };
}
