import type { Socket } from 'node:net';
import type { ServerChannel, WindowChangeInfo } from 'ssh2';

/** A running program that an SSH channel controls. */
export interface Program {
  resize(size: WindowChangeInfo): void;
  signal(name: string): void;
}

/**
 * Calls `act` once a client has closed a channel or its connection has closed. A channel's own 'close' waits until its
 * data has been read. With a program that reads nothing it never comes.
 */
export function onGone(channel: ServerChannel, connection: Socket, act: () => void): void {
  let done = false;
  const gone = () => {
    connection.off('close', gone);
    if (!done) act();
    done = true;
  };
  // One connection has many channels, so many listeners.
  connection.setMaxListeners(0).once('close', gone);
  // 'finish' comes when the client closed the channel, or when this side ended it.
  channel.once('close', gone).once('finish', gone);
}
