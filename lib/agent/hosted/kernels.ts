/** A version of Linux, by its first two numbers. */
export type KernelVersion = readonly [major: number, minor: number];

/** From this version on, Linux lays an overlay on mounts that have ids of their own. */
export const OWN_IDS_SINCE: KernelVersion = [5, 19];

/** Whether a kernel, by its release (`uname -r`), is of this version or a newer one. */
export function isSince(release: string, [first, second]: KernelVersion): boolean {
  const [major = 0, minor = 0] = release.split('.').map(Number.parseFloat);
  return major > first || (major === first && minor >= second);
}
