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
      '`key=<id>; at=<instant>; head=<hash>; count=<number>; sig=<base64url>`: ECDSA (P-256, SHA-256, r‖s) by a key of ' +
      '`POST /me/device-keys` over these lines, joined by line feeds: `ciranda-act-v3`, the circle’s id, ' +
      `\`${act}\`, the id of the donation, person or thing that it is about or \`-\`, the level accepted or \`-\`, the SHA-256 of what goes with it (picture as sent, terms, …) or \`-\`; ` +
      'of a donation the amount in centavos, the donor’s and the receiver’s ids and the hash of the entry that made it, else four times `-`; ' +
      'number and hash of the ledger’s end as the device proved it (`GET /me/acts/ground`; at most 200 entries and 24 hours ago), ' +
      'the instant by its own clock (ISO 8601 with milliseconds, at most 26 hours off), and its count of its acts, which only rises. ' +
      'Of a decision of the administration (`administer`, `approve`) the header has `; of=<SHA-256>` before `sig`, which is what goes with it: of the command or record as the ledger has it, or of the proposal; one that stands in the ledgers of several circles may have a signature for each, separated by a comma and a space. ' +
      'A device that never counted may sign the first format: without `count`, over `ciranda-act-v1`, circle, act, donation, level, picture, instant and head. ' +
      'Without it the act is recorded as unsigned.',
    schema: { type: 'string', maxLength: 4000 },
  }
}
