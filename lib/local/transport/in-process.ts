import type { Answer } from './connection.ts';

/** Answers a call by its operation and its body, as the engine does over its socket. */
export type Answering = (operation: string, body: string) => Promise<Answer>;

/** The engines of this process, by the sockets that they serve. */
const inProcess = new Map<string, Answering>();

/**
 * Has this process call the engine that serves a socket without a connection, because the engine is in this process.
 * Answers what ends that.
 */
export function callInProcess(socketPath: string, answering: Answering): () => void {
  inProcess.set(socketPath, answering);
  return () => void inProcess.delete(socketPath);
}

/** The engine behind this socket, where it is in this process. */
export const inProcessAt = (socketPath: string): Answering | undefined => inProcess.get(socketPath);
