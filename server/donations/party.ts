import { makeBrCode, txidOf } from '#contracts/payment/br-code.ts'
import { demonstrationPixKey, maskEmail, maskPhone } from '#contracts/payment/demonstration.ts'
import { imageUrl } from '#server/files/address.ts'
import type { Services } from '#server/context.ts'
import { openPersonal } from '#server/members/personal.ts'
import { avatarView } from '#server/members/view.ts'
import type { UserRow } from '#server/members/view.ts'
import type { CircleMode } from '#circle/state.ts'

/** A party of an ended donation: the name only. */
export function namedParty(services: Services, user: UserRow | null) {
  if (!user) return administrationParty
  const name = `${user.firstName} ${user.lastName}`.trim()
  return {
    ...nothingKnown,
    id: user.id,
    name,
    firstName: user.firstName,
    lastName: user.lastName,
    avatarUrl: avatarView(services, user.avatar),
  }
}

/**
 * A party of an open donation as the other party sees them: how to contact and pay them. In a demonstration the payment
 * details are made up by the circle, never a member's own, and the contact is masked, since a phone or an e-mail is a PIX key.
 */
export function openParty(services: Services, mode: CircleMode, user: UserRow | null) {
  if (!user)
    return mode === 'demonstracao'
      ? { ...administrationParty, pixKey: demonstrationPixKey('administracao'), pixOwnerName: DEMONSTRATION_NAME }
      : administrationParty
  const named = namedParty(services, user)
  const personal = openPersonal(services.secrets, user)
  if (mode === 'demonstracao')
    return {
      ...named,
      email: maskEmail(personal.email),
      phone: personal.phone === null ? null : maskPhone(personal.phone),
      pixKey: demonstrationPixKey(user.id),
      pixOwnerName: DEMONSTRATION_NAME,
    }
  return {
    ...named,
    email: personal.email,
    phone: personal.phone,
    pixKey: personal.pixKey,
    pixOwnerName: personal.pixOwnerName,
    btcAddress: personal.btcAddress,
    btcQrCode: imageUrl(services, user.btcQrSha256, 'qr'),
    usdtAddress: personal.usdtAddress,
    usdtQrCode: imageUrl(services, user.usdtQrSha256, 'qr'),
  }
}

/** A party of a donation as administrators see them: with the registered payment details, in a demonstration too. */
export function registeredParty(services: Services, user: UserRow | null) {
  if (!user) return administrationParty
  const { email, phone, pixKey, pixOwnerName, btcAddress, usdtAddress } = openPersonal(services.secrets, user)
  return { ...namedParty(services, user), email, phone, pixKey, pixOwnerName, btcAddress, usdtAddress }
}

/**
 * The PIX copy-and-paste code of exactly one donation: its receiver's key and name, its amount, and its id as txid.
 * Null when the receiver has no key.
 */
export function donationBrCode(
  receiver: { pixKey: string | null; pixOwnerName: string | null; name: string },
  donation: { id: string; amountCents: number },
): string | null {
  if (!receiver.pixKey) return null
  return makeBrCode({
    key: receiver.pixKey,
    name: receiver.pixOwnerName ?? receiver.name,
    city: 'BRASIL',
    amountCents: donation.amountCents,
    txid: txidOf(donation.id),
  })
}

const DEMONSTRATION_NAME = 'DEMONSTRACAO NAO PAGUE'

const nothingKnown = {
  email: null as string | null,
  phone: null as string | null,
  pixKey: null as string | null,
  pixOwnerName: null as string | null,
  pixCopyPaste: null as string | null,
  pixQrCode: null as string | null,
  btcAddress: null as string | null,
  btcQrCode: null as string | null,
  usdtAddress: null as string | null,
  usdtQrCode: null as string | null,
}

const administrationParty = {
  ...nothingKnown,
  id: null as string | null,
  name: 'Conta administrativa',
  firstName: 'Conta',
  lastName: 'administrativa',
  avatarUrl: null as string | null,
}
