/** The messages between the local platform and its host agent, over their IPC channel. */

/** Stops all work and closes all files. `gently` first shuts down the machines that this would otherwise kill. */
export interface PauseRequest {
  readonly do: 'pause';
  readonly gently: boolean;
}

/** Resumes work, possibly with another state. `generation` is the value of SVC_GENERATION. */
export interface ResumeRequest {
  readonly do: 'resume';
  readonly generation: string;
}

/** Sent by the agent, without a request, once it has opened its driver. */
export interface Opened {
  readonly did: 'open';
  readonly driver: string;
}

/** The instances whose machines were running and have been stopped. Empty for a driver whose machines keep running. */
export interface Paused {
  readonly did: 'pause';
  readonly stopped: readonly string[];
}

/** The agent is working again and offers its host. */
export interface Resumed {
  readonly did: 'resume';
}

/** Sends an agent that was started before its platform the environment in which it begins. */
export interface BeginRequest {
  readonly do: 'begin';
  readonly env: Readonly<Record<string, string>>;
}

export type AgentRequest = PauseRequest | ResumeRequest;
export type AgentAnswer = Opened | Paused | Resumed;
