import { connect } from 'node:net';
import { setting } from '#lib/model/platform/settings.ts';

/**
 * Passes the partition keys of new items to the function that reads the table's stream, through the unix socket
 * SVC_STREAM_WAKEUP. It takes those that it follows. Does nothing in the cloud, where the stream itself does so.
 */
export function ringStream(keys: readonly string[]): void {
  const path = setting('SVC_STREAM_WAKEUP');
  if (!path || keys.length === 0) return;
  const socket = connect(path, () => socket.end(JSON.stringify(keys)));
  socket.on('error', () => socket.destroy());
  socket.unref();
}
