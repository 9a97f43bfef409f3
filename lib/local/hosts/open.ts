import type { DataDir } from '#lib/local/data/data-dir.ts';
import { hostPublicKey } from './key.ts';
import { type HostApi, type HostServer, serveHostApi } from './server.ts';

/** What a laptop needs to have a host of its own: the host API, and the function that gives its host a key. */
export interface Hosting extends HostApi {
  enrol(host: { host_id: string; public_key: string }): Promise<unknown>;
}

/** The host API as it is served to the agent of this computer. */
export interface LocalHosts extends HostServer {
  /** What the agent finds in its environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Has the host known by the key in the data folder. Called again with another state, which may have another key. */
  enrol(): Promise<void>;
}

/** Serves the host API, and makes the key of this computer's host where there is none. */
export async function openHosts(
  hosting: Hosting,
  data: Pick<DataDir, 'file'>,
  { host, socketDir }: { host: string; socketDir: string },
): Promise<LocalHosts> {
  const keyFile = data.file('keys/host.json');
  const socketPath = `${socketDir}/hosts`;
  const public_key = hostPublicKey(keyFile);
  const server = await serveHostApi(socketPath, hosting);
  return {
    ...server,
    variables: { SVC_HOST_API: `unix:${socketPath}`, SVC_HOST_KEY_FILE: keyFile },
    enrol: async () => void (await hosting.enrol({ host_id: host, public_key })),
  };
}
