import { expect, test } from 'vitest'
import { decide } from '#circle/circle.ts'
import type { Command } from '#circle/circle.ts'
import { DAY_MS } from '#circle/period.ts'
import { rodaPlan } from '#circle/plan.ts'
import { COUNTED_SINCE } from '#circle/shares.ts'
import type { CircleState } from '#circle/state.ts'
import { stillOf } from './still-ahead.ts'

test('of two places of which one has received, whoever takes them over reads of the other’s turn alone', () => {
  let state: CircleState | null = null
  let now = Date.parse('2027-01-05T12:00:00-03:00')
  let ids = 0
  const does = (command: Command) => {
    const decided = decide(state, command, { now, newId: () => `id-${String((ids += 1)).padStart(6, '0')}` })
    if (!decided.ok) throw new Error(`${command.kind}: ${decided.code}`)
    state = decided.state
  }
  does({
    kind: 'create_circle',
    mode: 'real',
    plan: rodaPlan({ amountCents: 10_000, months: 4 }),
    rules: COUNTED_SINCE,
  })
  for (const memberId of ['ana', 'bia', 'caio', 'davi', 'eva']) does({ kind: 'approve_member', memberId })
  does({ kind: 'take_shares', memberId: 'ana', shares: 2 })
  does({ kind: 'apply_draw', drawId: 'draw', memberIds: ['ana', 'bia', 'caio', 'davi', 'eva', 'ana'] })
  const still = () => stillOf(state!, { now, calendar: null, people: 6 }, 'ana')
  expect(still()).toMatchObject({ give: 800, receive: 800, turns: [expect.any(String), expect.any(String)] })
  for (const _ of [1, 2]) {
    does({ kind: 'generate_pull' })
    for (let open = [...state!.donations.values()]; open.length > 0; open = [...state!.donations.values()]) {
      const [{ id: donationId, donorId, receiverId }] = open as [(typeof open)[number]]
      does({ kind: 'send_receipt', donationId, memberId: donorId })
      does({ kind: 'confirm', donationId, by: { memberId: receiverId! } })
    }
    now += 31 * DAY_MS
  }
  expect(still()).toEqual({ give: 400, receive: 400, turns: ['2027-04'] })
})
