import { type CloseCode, type ConsoleMessage, closeCodes, consoleMessage } from '#lib/model/compute/console.ts';

/** A text frame that is not a valid message: the close code, and the reason. */
export interface BadMessage {
  readonly code: CloseCode;
  readonly reason: string;
}

/**
 * Parses a text frame. Answers 1003 for anything but a JSON object of a known type, and 1008 for a message with wrong
 * fields.
 */
export function readMessage(text: string): ConsoleMessage | BadMessage {
  const value = parse(text);
  const { data, error } = consoleMessage.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  const unknown = issue?.path.length === 0 || issue?.path[0] === 'type';
  if (unknown && issue?.code !== 'unrecognized_keys')
    return { code: closeCodes.unsupported, reason: 'text frames are {"type":"resize",cols,rows} or {"type":"ping"}' };
  const field = issue?.code === 'unrecognized_keys' ? `unknown field ${issue.keys[0]}` : String(issue?.path[0]);
  return { code: closeCodes.badMessage, reason: `${field.slice(0, 60)}: cols and rows are integers from 1 to 1000` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
