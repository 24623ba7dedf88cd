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
    const over = roda.state
    const m1 = over.members.get('m1')!
    const given = { ...m1.given, administration: 1 }
    expect(findUnfinished({ ...over, members: new Map(over.members).set('m1', { ...m1, given }) })).toMatchObject({
      behind: 1,
    })
    const report = {
      id: 'r',
      donationId: 'd',
      reporterId: null,
      status: 'PENDING',
      reportedAt: 0,
      holdsMs: null,
    } as const
    expect(findUnfinished({ ...over, reports: new Map([['r', report]]) })).toEqual({ behind: 0, open: 1 })
  })

  test('counts what is owed and what is disputed, each for itself', () => {
    const roda = story({ plan: rodaPlan({ amountCents: 10_000, months: 1 }) })
      .members(2)
      .placed()
      .pull()
      .reports('m1', 'm2→m1')
    expect(findUnfinished(roda.state)).toEqual({ behind: 0, open: 3 })
  })
})
