import type { CallDefinition } from '../call.ts'
import type { Json } from './schemas.ts'

export const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated request with the same key and body gets the first answer; another body is a 409.',
  schema: { type: 'string', minLength: 8, maxLength: 128 },
}

/** The header in which a member’s device signs what they do. */
export function actSignature(act: NonNullable<CallDefinition['signs']>): Json {
  return {
    name: 'Ciranda-Signature',
    in: 'header',
    required: false,
    description:
      '`key=<id>; at=<instant>; head=<hash>; sig=<base64url>`: ECDSA (P-256, SHA-256, r‖s) by a key of ' +
      '`POST /me/device-keys` over these lines, joined by line feeds: `ciranda-act-v1`, the circle’s id, ' +
      `\`${act}\`, the donation’s id or \`-\`, the level accepted or \`-\`, the SHA-256 of the picture as sent, the hash of the terms accepted, or \`-\`, ` +
      'the instant (ISO 8601 with milliseconds, at most ten minutes old), and the hash of the ledger’s head last seen. ' +
      'Without it the act is recorded as unsigned.',
    schema: { type: 'string', maxLength: 400 },
  }
}
