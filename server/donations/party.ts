import { DEMONSTRATION_NAME, demonstrationPixKey, maskEmail, maskPhone } from '#contracts/payment/demonstration.ts'
import { imageUrl } from '#server/files/address.ts'
import type { Services } from '#server/context.ts'
import type { PaymentKey } from '#circle/payment-key.ts'
import { openPersonal } from '#server/members/personal.ts'
import { avatarView } from '#server/members/view.ts'
import type { CircleMode } from '#circle/state.ts'
import type { PartyRow } from './read-donations.ts'

/** A party of an ended donation: the name only. */
export function namedParty(services: Services, user: PartyRow | null) {
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
 * A party of an open donation as the other party sees them: how to contact and pay them. Without a version of a
 * receiver's key that the ledger commits to there is nothing to pay on. In a demonstration the contact is masked, since
 * a phone or an e-mail is a PIX key.
 */
export function openParty(services: Services, mode: CircleMode, user: PartyRow | null, key: PaymentKey | null) {
  if (!user)
    return mode === 'demonstracao'
      ? { ...administrationParty, pixKey: demonstrationPixKey('administracao'), pixOwnerName: DEMONSTRATION_NAME }
      : administrationParty
  const named = namedParty(services, user)
  const personal = openPersonal(services.secrets, user)
  const email = personal.email || null
  const contact =
    mode === 'demonstracao'
      ? { email: email && maskEmail(email), phone: personal.phone === null ? null : maskPhone(personal.phone) }
      : { email, phone: personal.phone }
  return { ...named, ...contact, ...keyFields(services, user, key) }
}

/** A person's own side of an open donation: their name, and the key that it is paid on. */
export function ownParty(services: Services, user: PartyRow | null, key: PaymentKey | null) {
  return { ...namedParty(services, user), ...(user ? keyFields(services, user, key) : {}) }
}

/** The payment details of a party with this key. */
export function keyFields(services: Services, user: PartyRow, key: PaymentKey | null) {
  if (!key) return {}
  const { pixKey, pixOwnerName, btcAddress, usdtAddress } = key
  const present = openPersonal(services.secrets, user)
  return {
    pixKey,
    pixOwnerName,
    btcAddress,
    // The pictures are of the present addresses.
    btcQrCode: btcAddress && btcAddress === present.btcAddress ? imageUrl(services, user.btcQrSha256, 'qr') : null,
    usdtAddress,
    usdtQrCode: usdtAddress && usdtAddress === present.usdtAddress ? imageUrl(services, user.usdtQrSha256, 'qr') : null,
  }
}

/**
 * A party of a donation as administrators see them: with the registered payment details, in a demonstration too. `paidOn`
 * is the key of the donation's own version, which it is paid on whatever is registered meanwhile; null where that version
 * was forgotten.
 */
export function registeredParty(services: Services, user: PartyRow | null, paidOn?: PaymentKey | null) {
  if (!user) return administrationParty
  const present = openPersonal(services.secrets, user)
  const { email, phone } = present
  const { pixKey, pixOwnerName, btcAddress, usdtAddress } = paidOn === undefined ? present : (paidOn ?? nothingKnown)
  return { ...namedParty(services, user), email, phone, pixKey, pixOwnerName, btcAddress, usdtAddress }
}

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
