import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { ImageSource, StoredImage } from '#lib/runtime/driver-images.ts';
import { AgentFolder, type DriverChild } from './driver-child.ts';
import { machineSpec } from './machine-spec.ts';
import { type NodeRegistry, nodeRegistry } from './node-registry.ts';
import { type ClientKey, type Login, OpenSsh } from './openssh.ts';

/** An agent, a registry that it pulls from, and a client that logs in to its machines. */
export class ImageGround {
  readonly folder: AgentFolder;
  readonly agent: DriverChild;
  readonly registry: NodeRegistry;
  readonly ssh: OpenSsh;
  readonly key: ClientKey;

  private constructor(parts: Pick<ImageGround, 'folder' | 'agent' | 'registry' | 'ssh' | 'key'>) {
    ({ folder: this.folder, agent: this.agent, registry: this.registry, ssh: this.ssh, key: this.key } = parts);
  }

  /** `words` have an ordinary user's agent have a range of ids, and null stands for root's. */
  static async open(words: readonly string[] | null): Promise<ImageGround> {
    const folder = await AgentFolder.open(words !== null);
    const [registry, ssh] = await Promise.all([nodeRegistry(), OpenSsh.open()]);
    const agent = folder.start('container', words ?? []);
    return new ImageGround({ folder, agent, registry, ssh, key: await ssh.makeKey('laptop') });
  }

  pull(source: ImageSource, id = `img-${randomUUID()}`): Promise<StoredImage> {
    return this.agent.driver.pull({ id, source });
  }

  /** Pulls an image of these layers, from the lowest on. */
  pushed(name: string, layers: readonly Buffer[], config: object = {}): Promise<StoredImage> {
    return this.pull({ registry: this.registry.push(name, [...layers], { config }) });
  }

  async boot(image: string, change: Partial<MachineSpec> = {}): Promise<Login> {
    const { key, agent } = this;
    const spec = await machineSpec(image, { authorized_keys: [key.line], ...change });
    return { spec, key, hostKey: (await agent.driver.create(spec)).host_key, user: 'root' };
  }

  /** The lines of a machine's console. */
  async lines({ spec }: Pick<Login, 'spec'>): Promise<string[]> {
    const log = await this.agent.driver.consoleLog(spec.id, 0);
    return log?.parts.flatMap((part) => part.lines) ?? [];
  }

  /** A file of a machine's, by sftp. */
  async fetched({ spec, key, hostKey }: Login, path: string): Promise<string> {
    const dir = await mkdtemp(join(tmpdir(), 'svc-sftp-'));
    try {
      const place = await this.ssh.arguments(spec, key, hostKey);
      await promisify(execFile)('sftp', [...place, `root@${spec.ssh.host}:${path}`, join(dir, 'file')]);
      return await readFile(join(dir, 'file'), 'utf8');
    } finally {
      await rm(dir, { recursive: true });
    }
  }

  async close(): Promise<void> {
    await this.agent.driver.close();
    await this.agent.kill();
    await this.registry.close();
    await this.folder.remove();
    await this.ssh.close();
  }
}
