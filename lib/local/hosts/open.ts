import type { DataDir } from '#lib/local/data/data-dir.ts';
import { consoleSocket } from '#lib/local/environment.ts';
import { hostPublicKey } from './key.ts';
import { type HostApi, type HostServer, serveHostApi } from './server.ts';

/** What a laptop needs to have hosts of its own: the host API, and the function that gives a host its key. */
export interface Hosting extends HostApi {
  enrol(host: { host_id: string; public_key: string }): Promise<unknown>;
  /** Loads its functions before they are called. */
  prepare(): Promise<unknown>;
}

/** A host of this computer. */
export interface LocalHost {
  readonly id: string;
  /** What its agent finds in its environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Has the host known by the key in the data folder. Called again with another state, which may have another key. */
  enrol(): Promise<void>;
}

/** The host API as it is served to the agents of this computer, and its hosts. */
export interface LocalHosts extends HostServer {
  readonly hosts: readonly LocalHost[];
}

interface Where {
  /** The id of the first host; the others add a number to it. */
  readonly host: string;
  readonly count: number;
  readonly socketDir: string;
}

/** Serves the host API, and makes the keys of this computer's hosts where there are none. */
export async function openHosts(
  hosting: Hosting,
  data: Pick<DataDir, 'file' | 'path'>,
  { host, count, socketDir }: Where,
): Promise<LocalHosts> {
  const socketPath = `${socketDir}/hosts`;
  const hosts = Array.from({ length: count }, (_, at): LocalHost => {
    const number = at + 1;
    const id = at === 0 ? host : `${host}-${number}`;
    const keyFile = data.file(at === 0 ? 'keys/host.json' : `keys/host-${number}.json`);
    const public_key = hostPublicKey(keyFile);
    const variables = {
      SVC_HOST: id,
      SVC_HOST_API: `unix:${socketPath}`,
      SVC_HOST_KEY_FILE: keyFile,
      ...(at > 0 && apart({ id, number, socketDir, dataDir: data.path })),
    };
    return { id, variables, enrol: async () => void (await hosting.enrol({ host_id: id, public_key })) };
  });
  const server = await serveHostApi(socketPath, hosting);
  return { ...server, hosts };
}

/** What keeps a further host apart from the first: its folder, its addresses and its sockets. */
const apart = ({
  id,
  number,
  socketDir,
  dataDir,
}: {
  id: string;
  number: number;
  socketDir: string;
  dataDir: string;
}) => ({
  SVC_HOST_NUMBER: String(number),
  SVC_DATA_DIR: `${dataDir}/hosts/${id}`,
  SVC_CONSOLE_SOCKET: consoleSocket(socketDir, number),
});
