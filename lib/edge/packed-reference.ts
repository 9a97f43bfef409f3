import type { PackedReference } from './web.ts';

/** No reference: packaging replaces the contents of this file with the built one (lib/deploy/web.ts). */
export const reference: PackedReference = { html: '', policy: '', name: '', script: () => new Uint8Array() };
