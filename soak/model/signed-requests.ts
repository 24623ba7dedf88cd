import { createHash, randomUUID } from 'node:crypto'
import type { Command } from '#circle/circle.ts'
import { substituteText } from '#circle/ledger/substitutes.ts'
import { acceptText, swapText } from '#circle/ledger/swaps.ts'
import type { AsRequest } from './as-requests.ts'

/** One of the requests that a command takes, and whose it is; null: the administration's. */
export type Step = { readonly as: string | null; readonly request: AsRequest }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The requests of a command that devices sign, in their order: what two or three people do together. Null for every other. */
export function signedRequests(command: Command): readonly Step[] | null {
  switch (command.kind) {
    case 'take_shares': {
      const { memberId, shares } = command
      const sign = { act: 'take_shares', level: shares as 1 } as const
      return [{ as: memberId, request: { call: 'POST /me/shares', body: { shares }, sign } }]
    }
    case 'swap_turns':
      return swap(command)
    case 'hand_over':
      return handOver(command)
    default:
      return null
  }
}

/** The other asks, with the positions that they see, and the member accepts. */
function swap({ memberId, otherId, ...places }: Extract<Command, { kind: 'swap_turns' }>): readonly Step[] {
  const id = randomUUID()
  const { position: other_position, otherPosition: position } = places
  const asked = sha256(swapText(id, position, other_position))
  const hash = sha256(acceptText({ swapId: id, memberId: otherId, position, otherPosition: other_position }))
  return [
    {
      as: otherId,
      request: {
        call: 'POST /me/swaps',
        body: { id, member_id: memberId, position, other_position },
        sign: { act: 'ask_swap', donationId: memberId, image: asked },
      },
    },
    {
      as: memberId,
      request: {
        call: `POST /me/swaps/${id}/accept`,
        body: { hash },
        sign: { act: 'accept_swap', donationId: id, image: hash },
      },
    },
  ]
}

/** The leaver asks, the newcomer accepts, and the administration decides. */
function handOver(command: Extract<Command, { kind: 'hand_over' }>): readonly Step[] {
  const { kind: _, ...between } = { ...command, substituteId: randomUUID() }
  const { substituteId: id, memberId, newcomerId, givenCents, receivedCents } = between
  const hash = sha256(substituteText(between))
  return [
    {
      as: memberId,
      request: {
        call: 'POST /me/substitutes',
        body: { id, member_id: newcomerId, given: givenCents / 100, received: receivedCents / 100, hash },
        sign: { act: 'ask_substitute', donationId: newcomerId, image: hash },
      },
    },
    {
      as: newcomerId,
      request: {
        call: `POST /me/substitutes/${id}/accept`,
        body: { hash },
        sign: { act: 'accept_substitute', donationId: id, image: hash },
      },
    },
    { as: null, request: { call: `POST /admin/substitutes/${id}/approve` } },
  ]
}
