import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { MachineSpec } from '#lib/agent/driver.ts';

/** A TCP port of 127.0.0.1 that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let host = 10;

/** A machine that no other test uses; `change` replaces parts of it. */
export async function machineSpec(imageId: string, change: Partial<MachineSpec> = {}): Promise<MachineSpec> {
  const id = `i-${randomBytes(8).toString('hex')}`;
  host += 1;
  return {
    id,
    name: `vm-${id.slice(2, 8)}`,
    cpu: 1,
    ram_mib: 512,
    disk_gib: 10,
    image_id: imageId,
    vpc: { id: 'vpc-one', cidr: '10.20.0.0/20', gateway: '10.20.0.1' },
    private_ip: `10.20.0.${host}`,
    ssh: { host: '127.0.0.1', port: await freePort() },
    authorized_keys: [],
    user_data: null,
    ...change,
  };
}
