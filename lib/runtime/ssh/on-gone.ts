import type { Socket } from 'node:net';
import type { ServerChannel } from 'ssh2';

/**
 * Calls back once a client has closed a channel or is gone. A channel's own 'close' waits until what it brought has been
 * read, which a program that reads nothing puts off for ever.
 */
export function onGone(channel: ServerChannel, connection: Socket, act: () => void): void {
  let done = false;
  const gone = () => {
    connection.off('close', gone);
    if (!done) act();
    done = true;
  };
  // A connection has many channels.
  connection.setMaxListeners(0).once('close', gone);
  // 'finish' is the answer to the client's closing of the channel, or our own end of it.
  channel.once('close', gone).once('finish', gone);
}
