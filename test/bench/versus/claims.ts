/** The parts of `npm run bench -- versus`, in the order in which they run and stand on the page. */
export const partNames = ['paced', 'throughput', 'objects', 'machines', 'costs', 'growth'] as const;

export type PartName = (typeof partNames)[number];

/** What the page claims: a ratio, or a time in seconds. `bound` is the most, or the least where `isLeast`. */
interface Claim {
  readonly part: PartName;
  readonly what: string;
  readonly bound: number;
  readonly isLeast?: true;
  readonly unit?: 's';
}

const most = (part: PartName, what: string, bound: number): Claim => ({ part, what, bound });
const least = (part: PartName, what: string, bound: number): Claim => ({ part, what, bound, isLeast: true });
const seconds = (part: PartName, what: string, bound: number): Claim => ({ part, what, bound, unit: 's' });

/** Every claim of docs/performance.md with its bound: the one table of them. */
export const claims = {
  show: most('paced', 'a show, of the time of moto', 0.5),
  list18: most('paced', 'a list of 18, of the time of moto', 0.2),
  list200: most('paced', 'a list of 200, of the time of moto', 0.2),
  list1000: most('paced', 'a listing of 1,000 instances, of the time of moto', 0.2),
  patch: most('paced', 'a PATCH of a name, of the time of a new tag in moto', 2),
  signed: most('paced', 'a signed read, of the time of one by token', 1.2),
  healthz: most('paced', '`/healthz`, of the time of a show', 1),
  showRate: least('throughput', 'shows a second at 8 connections, times those of moto', 12),
  listRate: least('throughput', 'lists of 18 a second at 8 connections, times those of moto', 12),
  crowd: least('throughput', 'shows a second at 32 connections, of those at 8', 1),
  crowdLists: least('throughput', 'lists of 18 a second at 32 connections, of those at 8', 1),
  put64: least('objects', 'PUT of 64 MB, of the speed of a bare server', 0.6),
  get64: least('objects', 'GET of 64 MB, of the speed of a bare server', 0.8),
  put1: most('objects', 'PUT of 1 KB, of the time of a bare server', 4),
  get1: most('objects', 'GET of 1 KB, of the time of a bare server', 3),
  listObjects: most('objects', 'list of 1,000 objects, of the time of a bare server', 2),
  launchSimulated: most('machines', 'a launch until 201 on `simulated`, of the time of moto', 1.5),
  launchContainer: most('machines', 'a launch until 201 on `container` while another boots, of the time of moto', 2),
  shell: seconds('machines', 'a launch until SSH has answered a command', 0.3),
  start: seconds('machines', 'the start on `container`, with what earlier starts kept', 2.5),
  growthShow: most('growth', 'a show among 200,000 instances, of one among 10', 1.1),
  growthList: most('growth', 'a list of 9 of 200,000 instances, of one of 10', 1.1),
  growthByName: most('growth', 'a list of 9 by name of 200,000 instances, of one of 10', 1.1),
  growthPatch: most('growth', 'a PATCH among 200,000 instances, of one among 10', 1.1),
  growthAudit: most('growth', 'a page of an audit log of 200,000 entries, of one of 10', 1.1),
  growthLaunch: most('growth', 'a launch among 200,000 instances, of one among 10', 1.1),
  growthAccounts: most('growth', 'a show among 10,000 accounts, of one among 3', 1.1),
} as const satisfies Readonly<Record<string, Claim>>;

export type ClaimName = keyof typeof claims;

/** The measured values of claims. */
export type Values = Partial<Record<ClaimName, number>>;

/** What a part has found: the values of its claims, and its tables and remarks in Markdown. */
export interface Found {
  readonly values: Values;
  readonly text: string;
}

/** How far a value may fall behind its bound, as a part of that, before the check fails. */
export const tolerance = 0.1;

/** Whether a value keeps its bound, with the tolerance or without. */
export function isKept(name: ClaimName, value: number, allowed = 0): boolean {
  const { bound, isLeast }: Claim = claims[name];
  return isLeast ? value >= bound * (1 - allowed) : value <= bound * (1 + allowed);
}

/** A bound as the page has it: `≤ 0.5`, `≥ 12`, `≤ 0.3 s`. */
export function boundOf(name: ClaimName): string {
  const { bound, isLeast, unit }: Claim = claims[name];
  return `${isLeast ? '≥' : '≤'} ${bound}${unit ? ` ${unit}` : ''}`;
}

/** A value as the page has it, with two digits after the point. */
export function shownOf(name: ClaimName, value: number): string {
  const { unit }: Claim = claims[name];
  return `${value.toFixed(2)}${unit ? ` ${unit}` : ''}`;
}
