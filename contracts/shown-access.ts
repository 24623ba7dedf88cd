import type { ShownDevice, ShownPaidOn } from '#circle/ledger/own-access.ts'
import type { deviceKey } from './device-keys.ts'
import type { profile } from './entities/user.ts'
import type { z } from 'zod'

type Profile = Pick<
  z.infer<typeof profile>,
  'pixKey' | 'pixOwnerName' | 'btcAddress' | 'usdtAddress' | 'pixKeyHeld' | 'pixKeyPending'
>

/** The key on which somebody is paid, as their profile shows it, as the ledger is asked about it. */
export function shownPaidOn({ pixKeyHeld: held, pixKeyPending, ...shown }: Profile): ShownPaidOn {
  const { pixKey, pixOwnerName, btcAddress, usdtAddress } = shown
  return {
    held: held && { commitment: held.commitment, salt: held.opens.salt },
    key: { pixKey: pixKey ?? '', pixOwnerName: pixOwnerName ?? '', btcAddress, usdtAddress },
    waiting: pixKeyPending?.commitment ?? null,
    ...(pixKeyPending ? { holdsAt: Date.parse(pixKeyPending.holds_at) } : {}),
  }
}

/** The same of one of their devices. */
export function shownDevice({ id, public_key, removed_at }: z.infer<typeof deviceKey>): ShownDevice {
  return { id, publicKey: public_key, isRemoved: removed_at !== null }
}
