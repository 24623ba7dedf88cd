import type { Command } from '#circle/circle.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { holdsToRules, SWAPS_READ_SINCE } from './rules.ts'
import { signatureIn } from './signed-act.ts'

/** A swap of turns that was not agreed on by the two, each under their device's signature of what they read. */
export type SwapFaultCode = 'swap.unsigned' | 'swap.unasked' | 'swap.unread'

/** One member's standing request to exchange turns with another, with the positions that they saw: theirs and the other's. */
export type SwapAsk = {
  readonly swapId: string
  readonly memberId: string
  readonly otherId: string
  readonly position: number
  readonly otherPosition: number
  readonly at: number
  /** The device that asked: what waits of it falls once it is taken away. */
  readonly key: string
}

/** How long a request stands. */
export const SWAP_ASK_MS = 7 * 24 * 3_600_000

/** The text whose SHA-256 goes with the signature of a request: which one it is, and the positions. */
export const swapText = (swapId: string, position: number | string, otherPosition: number | string): string =>
  `${swapId} ${position} ${otherPosition}`

/**
 * The text whose SHA-256 goes with the signature of an acceptance: which request it is, whose, and the positions as whoever accepts
 * reads them, theirs first.
 */
export const acceptText = ({
  swapId,
  memberId,
  position,
  otherPosition,
}: Omit<SwapAsk, 'otherId' | 'at' | 'key'>): string => `${swapId} ${memberId} ${otherPosition} ${position}`

/** The kinds of entries that requests are read from, beside the command that accepts one. */
export const swapKinds: readonly string[] = ['swap.asked', 'swap.ended', 'turns.swapped', 'member.key_removed']

type Entry = Pick<LedgerEntry, 'at' | 'kind' | 'payload' | 'actor_id'>

/** Follows the requests to swap turns entry by entry; a faulty one stands for nothing. */
export function openSwaps(sha256: (text: string) => string) {
  const asks = new Map<string, SwapAsk>()
  const ever = new Set<string>()
  let mustRead = false

  const ask = ({ at, payload }: Entry): SwapFaultCode | null => {
    const { swapId, memberId, subjectId, from, to, hash, signature } = payload as Record<string, string>
    if (signature === undefined) return 'swap.unsigned'
    if (ever.has(swapId!) || sha256(swapText(swapId!, from!, to!)) !== hash) return 'swap.unasked'
    ever.add(swapId!)
    const positions = { position: Number(from), otherPosition: Number(to) }
    asks.set(swapId!, {
      swapId: swapId!,
      memberId: memberId!,
      otherId: subjectId!,
      ...positions,
      at: Date.parse(at),
      key: signatureIn({ payload })!.key,
    })
    return null
  }

  const accept = ({ at, payload }: Entry): SwapFaultCode | null => {
    const { command, signature } = payload as { command?: Command; signature?: { image?: string | null } }
    mustRead ||= holdsToRules(command, SWAPS_READ_SINCE)
    if (command?.kind !== 'swap_turns') return null
    const asked = asks.get(command.swapId)
    asks.delete(command.swapId)
    if (signature === undefined) return 'swap.unsigned'
    const isTheSame =
      asked !== undefined &&
      asked.memberId === command.otherId &&
      asked.otherId === command.memberId &&
      asked.position === command.otherPosition &&
      asked.otherPosition === command.position
    if (!isTheSame || Date.parse(at) - asked.at > SWAP_ASK_MS) return 'swap.unasked'
    const isRead = signature.image ? signature.image === sha256(acceptText(asked)) : !mustRead
    return isRead ? null : 'swap.unread'
  }

  return {
    read(entry: Entry): SwapFaultCode | null {
      const { kind, payload, actor_id: actorId } = entry
      if (kind === COMMAND_KIND) return accept(entry)
      if (kind === 'swap.asked') return ask(entry)
      const swapId = String(payload['swapId'])
      const asked = asks.get(swapId)
      if (kind === 'turns.swapped') asks.delete(swapId)
      if (kind === 'member.key_removed') for (const [id, { key }] of asks) if (key === payload['keyId']) asks.delete(id)
      if (kind === 'swap.ended' && (asked?.memberId === actorId || asked?.otherId === actorId)) asks.delete(swapId)
      return null
    },
    /** The requests that stand at a moment, oldest first. */
    standing: (now: number): SwapAsk[] => [...asks.values()].filter(({ at }) => now - at <= SWAP_ASK_MS),
  }
}
