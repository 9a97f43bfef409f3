import { embeddedEngine } from './embedded.ts';
import type { ObjectEngine } from './engine.ts';

let opened: { socketPath: string; engine: ObjectEngine } | undefined;

/** The object engine of this deployment, or undefined where there is none. */
export function objectEngine(): ObjectEngine | undefined {
  const { SVC_S3_ADMIN_SOCKET: socketPath, SVC_S3_ADMIN_SECRET: secret = '', SVC_S3_URL: url = '' } = process.env;
  if (!socketPath) return undefined;
  if (opened?.socketPath !== socketPath) {
    const endpoint = { url, region: 'in-mum', addressing: ['path', 'virtual'] as const };
    opened = { socketPath, engine: embeddedEngine({ socketPath, secret }, endpoint) };
  }
  return opened.engine;
}
