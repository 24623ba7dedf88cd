import { describe, expect, test } from 'vitest'
import { findUnfinished } from './ending.ts'
import { rodaPlan } from './plan.ts'
import { story } from './testing/story.ts'

describe('a rotation is over', () => {
  test('when everybody received what they gave and nothing is open, and not before', () => {
    const roda = story({ plan: rodaPlan({ amountCents: 10_000, months: 1 }), mode: 'real' })
      .members(2)
      .placed()
    expect(findUnfinished(roda.state), 'nobody gave anything yet').toEqual({ behind: 0, open: 0 })
    roda.does({ kind: 'generate_pull' })
    expect(findUnfinished(roda.state)).toEqual({ behind: 0, open: 2 })
    for (const open of [1, 0]) {
      const { id, donorId, receiverId } = [...roda.state.donations.values()][0]!
      roda.does({ kind: 'send_receipt', donationId: id, memberId: donorId })
      roda.does({ kind: 'confirm', donationId: id, by: { memberId: receiverId! } })
      expect(findUnfinished(roda.state)).toEqual(open === 0 ? null : { behind: 2, open })
    }
  })
})
