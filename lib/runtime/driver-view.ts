import type { Duplex } from 'node:stream';

/**
 * What one running machine has used since it booted, and what it holds now. Null stands for what this host cannot
 * measure.
 */
export interface MachineSample {
  readonly id: string;
  /** Names the boot. The counters start again with each boot. */
  readonly boot: string;
  /** When the sample was taken: milliseconds on a clock that is never moved, comparable within one boot. */
  readonly taken_ms: number;
  readonly cpus: number;
  readonly ram_mib: number;
  /** Sum over all processors. */
  readonly cpu_seconds: number;
  readonly ram_used_mib: number;
  readonly disk_gib: number;
  readonly disk_used_mib: number | null;
  readonly net_rx_bytes: number | null;
  readonly net_tx_bytes: number | null;
  readonly disk_read_bytes: number;
  readonly disk_write_bytes: number;
}

/** A connection to a machine's SSH service that bypasses the firewall. The key logs in on this connection only. */
export interface ConsoleLine {
  readonly stream: Duplex;
  readonly user: string;
  /** OpenSSH private key text. */
  readonly private_key: string;
}

/** What can be read from the machines of a host. */
export interface ViewDriver {
  /** One sample of each running machine; none when the driver has no `metrics` capability. */
  samples(): Promise<readonly MachineSample[]>;
  /**
   * Opens a connection to a running machine's terminal. ABSENT when it does not run, UNSUPPORTED without the `console`
   * capability.
   */
  console(id: string): Promise<ConsoleLine>;
}
