import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';

/** A folder for this test file's keys, named by both settings and gone afterwards. */
export async function useKeyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-keys-'));
  vi.stubEnv('SVC_SECRET_KEY_FILE', join(folder, 'secret.json'));
  vi.stubEnv('SVC_SIGNING_KEY_FILE', join(folder, 'signing.json'));
  vi.stubEnv('SVC_JWKS', undefined);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  return folder;
}
