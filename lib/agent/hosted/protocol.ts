import type { Booted, DriverErrorCode, MachineSpec, MachineStatus, PowerOffCause } from '#lib/agent/driver.ts';

/** The kinds whose machines live under a runtime process of their own. */
export type HostedKind = 'container' | 'process';

/** What the runtime is started with; `state` is a folder it may write. */
export interface RuntimeConfig {
  readonly kind: HostedKind;
  readonly state: string;
}

/** How a machine is to be ended. */
export interface StopParams {
  readonly grace_ms: number;
  readonly force: boolean;
}

/** Every call that the agent can make to its runtime: parameters and reply. */
export interface Calls {
  open: [params: RuntimeConfig, reply: { capabilities: string[] }];
  create: [params: MachineSpec, reply: Booted];
  start: [params: MachineSpec, reply: Booted];
  stop: [params: StopParams & { id: string }, reply: null];
  reboot: [params: StopParams & { spec: MachineSpec }, reply: Booted];
  destroy: [params: { id: string }, reply: null];
  status: [params: { id: string }, reply: MachineStatus];
  list: [params: null, reply: string[]];
  configure: [params: MachineSpec, reply: null];
  close: [params: null, reply: null];
}

/** The name of a call. */
export type CallName = keyof Calls;

/** Agent to runtime. */
export type Request =
  | { readonly type: 'call'; readonly seq: number; readonly name: CallName; readonly params: unknown }
  | { readonly type: 'abort'; readonly seq: number };

/** Runtime to agent. */
export type Report =
  | { readonly type: 'reply'; readonly seq: number; readonly value: unknown }
  | { readonly type: 'refusal'; readonly seq: number; readonly code: DriverErrorCode; readonly message: string }
  | { readonly type: 'poweroff'; readonly id: string; readonly cause: PowerOffCause }
  | { readonly type: 'log'; readonly line: string };
