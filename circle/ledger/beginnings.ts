import { beginningText } from '#circle/committed-texts.ts'
import type { Command } from '#circle/circle.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'

/** A roda that came in with a row which its member did not accept, signed on their own device. */
export type BeginningFaultCode = 'beginning.unsigned' | 'beginning.unaccepted'

type Entry = Pick<LedgerEntry, 'kind' | 'payload'>

/** Follows which row each member accepted last, by its hash; a word against their row takes an acceptance back. */
export function openBeginnings(circleId: string, sha256: (text: string) => string) {
  const accepted = new Map<string, string>()
  return {
    accepted,
    read({ kind, payload }: Entry): BeginningFaultCode | null {
      const { memberId, hash, signature, command } = payload as Partial<Record<string, string>> & { command?: Command }
      if (kind === 'beginning.contested') accepted.delete(memberId!)
      if (kind === 'beginning.accepted') {
        if (signature === undefined) return 'beginning.unsigned'
        accepted.set(memberId!, hash!)
      }
      if (kind !== COMMAND_KIND || command?.kind !== 'bring_in') return null
      const areAccepted = command.rows.every(
        (row, index) => accepted.get(row.memberId) === sha256(beginningText(circleId, index + 1, row)),
      )
      return areAccepted ? null : 'beginning.unaccepted'
    },
  }
}
