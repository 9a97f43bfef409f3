/**
 * What lies below a disk that is a whole root: an image of the host's own system, or the layers of another image, the
 * highest first. Each is the name of a folder in the store.
 */
export type Root = string | readonly string[];

/** The folders of a root, the highest first. */
export const layersOf = (root: Root): readonly string[] => (typeof root === 'string' ? [root] : root);
