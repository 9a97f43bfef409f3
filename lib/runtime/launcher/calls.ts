/**
 * Numbers of the system calls that the launcher makes (syscalls(2)). From 424 on they are the same on every
 * architecture.
 */
const EVERYWHERE = {
  pidfd_send_signal: 424,
  open_tree: 428,
  move_mount: 429,
  pidfd_open: 434,
  close_range: 436,
  openat2: 437,
  mount_setattr: 442,
};

interface Architecture {
  readonly calls: Readonly<Record<string, number>>;
  /**
   * The architecture's number for seccomp(2). Its kernel also runs programs of a 32-bit architecture; `older` has that
   * one's number and refused calls.
   */
  readonly audit: number;
  readonly older: { readonly audit: number; readonly refused: readonly number[] } | null;
}

/** Numbers of the generic table (asm-generic/unistd.h), which newer architectures share. */
const GENERIC = {
  io_setup: 0,
  lsetxattr: 6,
  mknodat: 33,
  umount2: 39,
  mount: 40,
  fchownat: 54,
  pivot_root: 41,
  signalfd4: 74,
  utimensat: 88,
  unshare: 97,
  setsid: 157,
  sched_setaffinity: 122,
  rt_sigprocmask: 135,
  sethostname: 161,
  prctl: 167,
  sendmsg: 211,
  recvmsg: 212,
  add_key: 217,
  request_key: 218,
  keyctl: 219,
  prlimit64: 261,
  setns: 268,
};

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, Architecture>> = {
  x64: {
    calls: {
      rt_sigprocmask: 14,
      sendmsg: 46,
      recvmsg: 47,
      pivot_root: 155,
      prctl: 157,
      mount: 165,
      umount2: 166,
      lsetxattr: 189,
      sethostname: 170,
      sched_setaffinity: 203,
      io_setup: 206,
      setsid: 112,
      fchownat: 260,
      mknodat: 259,
      utimensat: 280,
      signalfd4: 289,
      add_key: 248,
      request_key: 249,
      keyctl: 250,
      unshare: 272,
      prlimit64: 302,
      setns: 308,
    },
    audit: 0xc000003e,
    older: { audit: 0x40000003, refused: [286, 287, 288, 245] },
  },
  arm64: { calls: GENERIC, audit: 0xc00000b7, older: { audit: 0x40000028, refused: [309, 310, 311, 243] } },
  riscv64: { calls: GENERIC, audit: 0xc00000f3, older: null },
  loong64: { calls: GENERIC, audit: 0xc0000102, older: null },
};

/** The numbers that the launcher needs for this host's kernel; null for an architecture that it does not know. */
export function kernelOf(arch: NodeJS.Architecture = process.arch): Architecture | null {
  const known = ARCHITECTURES[arch];
  return known ? { ...known, calls: { ...known.calls, ...EVERYWHERE } } : null;
}
