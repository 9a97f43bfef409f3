import type { CallOptions } from './driver-calls.ts';

/**
 * Where an image comes from: a reference in a registry (`registry.example/team/app:1`), an archive (a root file system
 * as tar, or an OCI layout as tar; either plain, gzip or zstd), or a snapshot on this host.
 *
 * `catalog` marks a reference of the platform's own, for which its registry credentials are used; any other is read
 * anonymously. An archive is opened by the agent and not by the runtime: `url` is one that the control plane has made
 * for this host, and is not checked against the policy for addresses.
 */
export type ImageSource =
  | { readonly registry: string; readonly catalog?: boolean }
  | { readonly archive: { readonly url: string } | { readonly path: string } }
  | { readonly snapshot_id: string };

/** An image that a host is to have. The same id always means the same image, unless it was removed in between. */
export interface ImagePull {
  /** Becomes a file name: letters, digits, `.`, `_` and `-`, at most 101 characters. */
  readonly id: string;
  readonly source: ImageSource;
}

/** The steps of a pull, in their order. A registry's layers are unpacked while they come. */
export type PullStep = 'resolving' | 'downloading' | 'unpacking';

/** How far a pull has come; `total_bytes` is 0 where it is not known. */
export interface PullProgress {
  readonly done_bytes: number;
  readonly total_bytes: number;
  readonly step: PullStep;
}

/** What is called a few times a second while an image is pulled. */
export interface PullOptions extends CallOptions {
  readonly onProgress?: (progress: PullProgress) => void;
}

/** An image that a host has, and what its maker says about it. */
export interface StoredImage {
  readonly id: string;
  /** `sha256:…`: of the manifest in the registry, or of what came in place of one. */
  readonly digest: string;
  /** The reference that it was pulled by; null for one that came otherwise. */
  readonly reference: string | null;
  /** Bytes of its files, unpacked; a layer that other images have too counts for each. */
  readonly size_bytes: number;
  /** As OCI names it: `amd64`, `arm64` and so on. */
  readonly architecture: string;
  /** The user, beside root, who logs in. */
  readonly default_user: string;
  /** `NAME=value` lines. */
  readonly env: readonly string[];
  readonly working_dir: string;
  /** Whose its program runs as: `user`, `user:group`, or ids; empty for root. */
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
  /** Whether it has /bin/sh. One without it runs its entrypoint alone, or is refused. */
  readonly shell: boolean;
  /** Its own init system: `systemd`, `openrc`, `sysvinit` or `busybox`. It is not started; null without one. */
  readonly init: string | null;
  /** `apt`, `apk`, `dnf`, `yum`, `zypper`, `pacman` or `opkg`. */
  readonly package_manager: string | null;
}

/** What is told of the inside of an image that a host offers. */
export interface ImageContents extends Pick<StoredImage, 'architecture' | 'shell' | 'init' | 'package_manager'> {
  /** Null for the host's own system, which nobody has pulled. */
  readonly digest: string | null;
  readonly size_bytes: number | null;
}

/** The images of one host, beside that of its own system. */
export interface ImageDriver {
  /**
   * Has the host have an image. Answers at once when it has it. INVALID when what came cannot be an image, exceeds a
   * bound, or was refused by the registry, with one sentence for the image's owner; FAILED when another attempt may
   * help; ABSENT without the snapshot; ABORTED.
   */
  pull(image: ImagePull, options?: PullOptions): Promise<StoredImage>;
  /**
   * Removes an image. Machines and snapshots that were made of it keep its layers. Does nothing when it is absent.
   */
  remove(id: string): Promise<void>;
  /** All images, as the host has them now. */
  stored(): readonly StoredImage[];
  /**
   * Calls the listener whenever what the host offers of the catalog has changed. A pull and a removal end once it has
   * been told. Answers the function that removes it.
   */
  onChange?(listener: () => Promise<void>): () => void;
}

/** What a call to pull brings along. */
export interface PullCall {
  readonly image: ImagePull;
  /** Whether registries of this computer may be read. */
  readonly loopback: boolean;
  /** For its registry: `user:password` in base64; null to ask anonymously. */
  readonly credentials: string | null;
}
