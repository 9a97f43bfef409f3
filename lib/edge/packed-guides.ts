import type { PackedGuides } from './web.ts';

/** No guides: packaging puts the built ones in the place of this file's contents (lib/deploy/web.ts). */
export const guides = (): PackedGuides => new Map();
