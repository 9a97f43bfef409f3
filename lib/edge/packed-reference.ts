import type { PackedReference } from './web.ts';

/** No reference: packaging puts the built one in the place of this file's contents (lib/deploy/web.ts). */
export const reference: PackedReference = { html: '', policy: '', name: '', script: () => new Uint8Array() };
