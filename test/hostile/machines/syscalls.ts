/** Numbers of system calls, for perl's `syscall`: on x86-64, and where the table is the common one (arm64). */
const NUMBERS = {
  acct: [163, 89],
  add_key: [248, 217],
  bpf: [321, 280],
  clock_adjtime: [305, 266],
  clock_settime: [227, 112],
  delete_module: [176, 106],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  inotify_init1: [294, 26],
  io_setup: [206, 0],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  ioprio_set: [251, 30],
  kcmp: [312, 272],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  mount: [165, 40],
  move_mount: [429, 429],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  perf_event_open: [298, 241],
  pidfd_getfd: [438, 438],
  pidfd_open: [434, 434],
  pidfd_send_signal: [424, 424],
  pivot_root: [155, 41],
  prlimit64: [302, 261],
  process_vm_readv: [310, 270],
  ptrace: [101, 117],
  quotactl: [179, 60],
  reboot: [169, 142],
  sched_setscheduler: [144, 119],
  sendmsg: [46, 211],
  setdomainname: [171, 162],
  sethostname: [170, 161],
  setns: [308, 268],
  settimeofday: [164, 170],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
  vhangup: [153, 58],
} as const;

const column = process.arch === 'x64' ? 0 : 1;
const table = Object.entries(NUMBERS).map(([name, numbers]) => `${name} => ${numbers[column]}`);

/**
 * The beginning of every perl program: `sys(name, …)` answers the result of a system call, `told(name, …)` the name of
 * its error, or "done".
 */
export const PRELUDE = `
use Errno; $| = 1;
my %NR = (${table.join(', ')});
sub why { my $number = $! + 0; for my $name (sort keys %!) { no strict "refs"; return $name if &{"Errno::$name"}() == $number } "E$number" }
sub sys { my ($name, @given) = @_; $! = 0; syscall($NR{$name} // die("no number of $name"), @given) }
sub told { sys(@_) == -1 ? why() : "done" }
`;
