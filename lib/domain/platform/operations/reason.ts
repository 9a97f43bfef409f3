const words: Record<string, string> = {
  'States.Timeout': 'it did not finish in time',
  'States.HeartbeatTimeout': 'its host does not answer',
};

/** The `status_reason` of a failed operation, from the error that Step Functions caught. */
export function reasonOf(kind: string, { error, cause }: { error: string; cause: string }): string {
  return `${kind} failed: ${words[error] ?? (messageOf(cause) || error)}`.slice(0, 300);
}

/** The message in a cause. A function's cause is JSON with `errorMessage`; an agent's is a sentence. */
function messageOf(cause: string): string {
  try {
    return (JSON.parse(cause) as { errorMessage?: string }).errorMessage ?? cause;
  } catch {
    return cause;
  }
}
