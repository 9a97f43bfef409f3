import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Sends this, ends its own side of the connection (`allowHalfOpen`) and answers all that comes back until its end. */
export async function saidAndEnded(socket: Socket, text: string): Promise<string> {
  onTestFinished(() => void socket.destroy());
  socket.end(text, 'latin1');
  let answer = '';
  for await (const part of socket.setEncoding('latin1')) answer += part;
  return answer;
}
