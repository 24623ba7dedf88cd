import type { CircleMode } from '#circle/state.ts'
import { payableFault } from '#contracts/payment/payable.ts'
import { Refusal } from '#server/lib/refusal.ts'

/**
 * Refuses a name that others in a demonstration read and that could be paid to, with the field's message. A name has no digit, but
 * letters alone can be an address of the internet, an e-mail written out, or a USDT address.
 */
export function ensureUnpayable(mode: CircleMode, name: string, field: string): void {
  const message = mode === 'real' ? null : payableFault(name)
  if (message !== null) throw new Refusal('request.invalid', { message, fields: { [field]: message } })
}
