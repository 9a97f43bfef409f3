import { readFile } from 'node:fs/promises';
import { allCapabilities } from '#lib/drivers/objects/capabilities.ts';
import type { EngineEntry } from '#lib/drivers/objects/entry.ts';

/** The embedded engine, which implements the whole interface. */
export const embedded: EngineEntry<'embedded'> = {
  capabilities: allCapabilities,
  addressing: () => ['path', 'virtual'],
  bucketPrefix: () => '',
  load: async ({ url, region, socketPath, secret, caFile }) => {
    const { embeddedEngine } = await import('./engine.ts');
    const engine = embeddedEngine({ socketPath, secret }, { url, region, addressing: ['path', 'virtual'] });
    return { open: () => engine, authority: async () => (caFile ? readFile(caFile, 'utf8') : undefined) };
  },
};
