import type { Bounds, UnpackedLayer } from './layer.ts';
import type { Described } from './manifest.ts';
import type { Credentials } from './registry.ts';

/** A layer that the store has, and where it came from: the repository and the digest of its blob. */
export interface KnownBlob {
  readonly from: string;
  readonly digest: string;
  readonly layer: UnpackedLayer;
}

/** What the program that pulls reads on its standard input. */
export interface PullOrder {
  /** A reference; null where an archive comes on descriptor 3. */
  readonly reference: string | null;
  /** The folder of the store's layers. */
  readonly images: string;
  readonly bounds: Bounds;
  readonly loopback: boolean;
  readonly credentials: Credentials;
  /** Blobs that need not come again. A repository that has given one has the right to name it. */
  readonly known: readonly KnownBlob[];
}

/** What has been pulled: the image, with the layers that the store has from now on, from the lowest on. */
export interface Pulled extends Pick<Described, 'digest' | 'config'> {
  readonly layers: readonly UnpackedLayer[];
  /** Where each layer came from, in the same order; null where that is not a repository. */
  readonly blobs: readonly (Omit<KnownBlob, 'layer'> | null)[];
}

/** A line of its output: how far it has come, what it has pulled, or why it has not. */
export type PullLine =
  | { readonly step: 'resolving' | 'downloading' | 'unpacking'; readonly done: number; readonly total: number }
  | { readonly pulled: Pulled }
  | { readonly refused: string }
  | { readonly failed: string };
