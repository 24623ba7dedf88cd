import type { BodyOf } from '#contracts/contract.ts'
import { makeBrCode } from '#contracts/payment/br-code.ts'
import type { Actor, Context } from '#server/context.ts'
import { codePicture } from '#server/files/code-picture.ts'
import { prepareRegistration } from './register.ts'

/**
 * Registers a person in a real circle of one level. The key is in their own name where they say nothing else, and its code and
 * picture are made of it where they send none of their bank's. Somebody without an e-mail is told in the app, and signs in by
 * CPF or phone. Refuses what a registration refuses, and with `join.needs_more` where the circle asks for all that is specified.
 */
export async function prepareJoining(context: Context<Actor | null>, input: BodyOf<'POST /auth/join'>) {
  const { shows_first_name: showsFirstName, pixQrCode, ...typed } = input
  const pixOwnerName = typed.pixOwnerName ?? `${typed.firstName} ${typed.lastName}`
  const pixCopyPaste = typed.pixCopyPaste ?? makeBrCode({ key: typed.pixKey, name: pixOwnerName, city: 'BRASIL' })
  const registration = {
    ...typed,
    email: typed.email ?? '',
    pixOwnerName,
    pixCopyPaste,
    pixQrCode: pixQrCode ?? (await codePicture(pixCopyPaste)),
  }
  return prepareRegistration(context, registration, { short: { showsFirstName } })
}
