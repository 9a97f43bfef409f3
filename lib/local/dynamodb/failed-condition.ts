import {
  type CancellationReason,
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';

interface Refusal {
  readonly __type?: string;
  readonly message?: string;
  /** How it is spelled of a transaction. */
  readonly Message?: string;
  /** The item as it was, in DynamoDB's protocol, which is how the SDK has it, too. */
  readonly Item?: CancellationReason['Item'];
  readonly CancellationReasons?: CancellationReason[];
}

/** Bytes, which the SDK decodes. */
const hasBytes = /"BS?":/;

/**
 * The error of a failed condition or a cancelled transaction as the SDK throws it: conditions fail often, and sent once
 * more they fail once more. Undefined for any other refusal, and where an item has bytes.
 */
export function failedCondition(text: string): Error | undefined {
  if (hasBytes.test(text)) return undefined;
  const { __type = '', Message = '', message = Message, Item, CancellationReasons } = parsed(text);
  const $metadata = {};
  switch (__type.replace(/^.*#/, '')) {
    case 'ConditionalCheckFailedException':
      return new ConditionalCheckFailedException({ $metadata, message, ...(Item && { Item }) });
    case 'TransactionCanceledException':
      return new TransactionCanceledException({
        $metadata,
        message,
        ...(CancellationReasons && { CancellationReasons }),
      });
    default:
      return undefined;
  }
}

/** Nothing where it is not JSON: the engine's words for what it cannot read at all. */
function parsed(text: string): Refusal {
  try {
    return JSON.parse(text) as Refusal;
  } catch {
    return {};
  }
}
