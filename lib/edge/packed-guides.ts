import type { PackedGuides } from './web.ts';

/** No guides: packaging replaces the contents of this file with the built ones (lib/deploy/web.ts). */
export const guides = (): PackedGuides => new Map();
