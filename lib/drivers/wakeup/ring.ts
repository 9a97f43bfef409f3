import { connect } from 'node:net';
import { followerOf } from '#lib/model/platform/followed.ts';
import { setting } from '#lib/model/platform/settings.ts';

/**
 * Passes those partition keys of new items that the reader of the table's stream follows to it, through the unix socket
 * SVC_STREAM_WAKEUP. Does nothing in the cloud, where the stream itself does so.
 */
export function ringStream(keys: readonly string[]): void {
  const path = setting('SVC_STREAM_WAKEUP');
  const followed = keys.filter((key) => followerOf(key) !== undefined);
  if (!path || followed.length === 0) return;
  const socket = connect(path, () => socket.end(JSON.stringify(followed)));
  socket.on('error', () => socket.destroy());
  socket.unref();
}
