import type { Duplex } from 'node:stream';

/** What one running machine has used since it booted, and holds now; null is what this host cannot tell. */
export interface MachineSample {
  readonly id: string;
  /** Names the boot whose counters these are: another's begin anew. */
  readonly boot: string;
  /** When it was taken: milliseconds of a clock that nothing moves, comparable within one boot. */
  readonly taken_ms: number;
  readonly cpus: number;
  readonly ram_mib: number;
  /** Of all processors together. */
  readonly cpu_seconds: number;
  readonly ram_used_mib: number;
  readonly net_rx_bytes: number | null;
  readonly net_tx_bytes: number | null;
  readonly disk_read_bytes: number;
  readonly disk_write_bytes: number;
}

/** A connection to a machine's SSH service that no firewall stands before; the key logs in on this connection alone. */
export interface ConsoleLine {
  readonly stream: Duplex;
  readonly user: string;
  /** OpenSSH private key text. */
  readonly private_key: string;
}

/** What can be seen of the machines on a host. */
export interface ViewDriver {
  /** One sample of each running machine; none where the driver has no `metrics` capability. */
  samples(): Promise<readonly MachineSample[]>;
  /** A line to a running machine's terminal. ABSENT where it does not run, UNSUPPORTED without the `console` capability. */
  console(id: string): Promise<ConsoleLine>;
}
