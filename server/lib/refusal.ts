import type { ErrorCode } from '#contracts/errors.ts'

export type RefusalDetails = Readonly<Record<string, string | number>>

/** An expected refusal: a code of the contract, the values in its sentence, and messages for single fields. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: RefusalDetails
  readonly fields: Readonly<Record<string, string>> | undefined
  constructor(
    code: ErrorCode,
    options: { details?: RefusalDetails; fields?: Readonly<Record<string, string>>; message?: string } = {},
  ) {
    super(options.message ?? code)
    this.name = 'Refusal'
    this.code = code
    this.details = options.details ?? {}
    this.fields = options.fields
  }
}

export function refuse(code: ErrorCode, details: RefusalDetails = {}): never {
  throw new Refusal(code, { details })
}
