import type { Command } from '#circle/circle.ts'
import type { HandOver } from '#circle/substitute.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { signatureIn } from './signed-act.ts'

/**
 * A place that was handed over without the signatures of the two, otherwise than they agreed on, or by a decision that is not
 * somebody else's.
 */
export type SubstituteFaultCode = 'substitute.unsigned' | 'substitute.unasked' | 'substitute.undecided'

/**
 * A member's standing request that a newcomer take over their place with its sums; `isAccepted` once the newcomer has said yes. `keys`:
 * the devices that said so. What waits of a device falls once it is taken away.
 */
export type SubstituteAsk = HandOver & {
  readonly hash: string
  readonly at: number
  readonly isAccepted: boolean
  readonly keys: readonly string[]
}

/** How long a request stands. */
export const SUBSTITUTE_ASK_MS = 7 * 24 * 3_600_000

/** The text whose SHA-256 goes with both signatures: which request it is, between whom, and the place's sums. */
export const substituteText = (of: HandOver): string =>
  [of.substituteId, of.memberId, of.newcomerId, of.givenCents, of.receivedCents].join(' ')

type Entry = Pick<LedgerEntry, 'at' | 'kind' | 'payload' | 'actor_id'>

/** The handing over that a `substitute.asked` asks for, as it was entered; its signature is held elsewhere. */
export function askedFor(payload: LedgerEntry['payload']): HandOver {
  const { substituteId, memberId, subjectId, given, received } = payload as Record<string, string>
  const sums = { givenCents: Number(given), receivedCents: Number(received) }
  return { substituteId: substituteId!, memberId: memberId!, newcomerId: subjectId!, ...sums }
}

/** Follows the requests for a substitute entry by entry; a faulty one stands for nothing. */
export function openSubstitutes(sha256: (text: string) => string) {
  const asks = new Map<string, SubstituteAsk>()
  const ever = new Set<string>()
  const isStanding = (ask: SubstituteAsk | undefined, now: number): ask is SubstituteAsk =>
    ask !== undefined && now - ask.at <= SUBSTITUTE_ASK_MS

  const ask = ({ at, payload }: Entry): SubstituteFaultCode | null => {
    const { hash, signature } = payload as Record<string, string>
    if (signature === undefined) return 'substitute.unsigned'
    const of = askedFor(payload)
    if (ever.has(of.substituteId) || sha256(substituteText(of)) !== hash) return 'substitute.unasked'
    ever.add(of.substituteId)
    asks.set(of.substituteId, {
      ...of,
      hash,
      at: Date.parse(at),
      isAccepted: false,
      keys: [signatureIn({ payload })!.key],
    })
    return null
  }

  const accept = ({ at, payload }: Entry): SubstituteFaultCode | null => {
    const { substituteId, memberId, hash, signature } = payload as Record<string, string>
    if (signature === undefined) return 'substitute.unsigned'
    const asked = asks.get(substituteId!)
    if (!isStanding(asked, Date.parse(at)) || asked.newcomerId !== memberId || asked.hash !== hash)
      return 'substitute.unasked'
    asks.set(asked.substituteId, { ...asked, isAccepted: true, keys: [...asked.keys, signatureIn({ payload })!.key] })
    return null
  }

  const carryOut = ({ at, payload, actor_id: actorId }: Entry): SubstituteFaultCode | null => {
    const { command } = payload as { command?: Command }
    if (command?.kind !== 'hand_over') return null
    const { memberId, newcomerId } = command
    const asked = asks.get(command.substituteId)
    asks.delete(command.substituteId)
    const isTheSame = isStanding(asked, Date.parse(at)) && substituteText(asked) === substituteText(command)
    if (!isTheSame || !asked.isAccepted) return 'substitute.unasked'
    return actorId === null || actorId === memberId || actorId === newcomerId ? 'substitute.undecided' : null
  }

  return {
    read(entry: Entry): SubstituteFaultCode | null {
      const { kind, payload, actor_id: actorId } = entry
      if (kind === COMMAND_KIND) return carryOut(entry)
      if (kind === 'substitute.asked') return ask(entry)
      if (kind === 'substitute.accepted') return accept(entry)
      const substituteId = String(payload['substituteId'])
      const asked = asks.get(substituteId)
      const isParty = asked?.memberId === actorId || asked?.newcomerId === actorId
      if (kind === 'member.key_removed')
        for (const [id, { keys }] of asks) if (keys.includes(String(payload['keyId']))) asks.delete(id)
      if (kind === 'place.handed_over' || (kind === 'substitute.ended' && isParty)) asks.delete(substituteId)
      return null
    },
    /** The requests that stand at a moment, oldest first. */
    standing: (now: number): SubstituteAsk[] => [...asks.values()].filter((one) => isStanding(one, now)),
  }
}
