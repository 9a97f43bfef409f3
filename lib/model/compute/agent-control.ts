/** What the local platform asks of its host agent, and what that answers, over their IPC channel. */

/** Ends all work and lets go of all files. `gently` shuts machines down first that this would otherwise cut off. */
export interface PauseRequest {
  readonly do: 'pause';
  readonly gently: boolean;
}

/** Goes on, perhaps with another state; its generation is the setting of that name. */
export interface ResumeRequest {
  readonly do: 'resume';
  readonly generation: string;
}

/** It has opened its driver. It says so unasked. */
export interface Opened {
  readonly did: 'open';
  readonly driver: string;
}

/** The instances whose machines ran and were stopped. A driver in which nothing runs stops none. */
export interface Paused {
  readonly did: 'pause';
  readonly stopped: readonly string[];
}

/** The agent works again, and offers its host. */
export interface Resumed {
  readonly did: 'resume';
}

/** Tells an agent that was started ahead of its platform the environment in which it begins. */
export interface BeginRequest {
  readonly do: 'begin';
  readonly env: Readonly<Record<string, string>>;
}

export type AgentRequest = PauseRequest | ResumeRequest;
export type AgentAnswer = Opened | Paused | Resumed;
