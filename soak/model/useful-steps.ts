import type { Command } from '#circle/circle.ts'
import type { Dice } from '../frame/dice.ts'
import type { NaiveCircle } from './naive-circle.ts'

/**
 * A step that takes the circle further, as people do who pay, confirm and move up: random commands alone seldom reach the
 * last level. A new month where nothing else helps.
 */
export function usefulStep(naive: NaiveCircle, month: string, dice: Dice): Command | { kind: 'next_month' } {
  const approved = naive.members.filter(({ status }) => status === 'approved').map(({ name }) => name)
  const isIn = (name: string | null) => name === null || approved.includes(name)
  const paid = naive.donations.map(({ number, donor, receiver, isSent }): Command | null => {
    const donationId = `d${number}`
    if (!isSent) return isIn(donor) ? { kind: 'send_receipt', donationId, memberId: donor } : null
    const by = receiver === null ? 'administration' : { memberId: receiver }
    return isIn(receiver) ? { kind: 'confirm', donationId, by } : null
  })
  const upgrades = approved.flatMap((memberId) =>
    naive.offersOf(memberId).map(({ from, to }): Command => ({
      kind: 'accept_upgrade',
      memberId,
      fromLevel: from,
      toLevel: to,
    })),
  )
  const useful = [...paid, ...upgrades].filter((command) => command !== null)
  if (useful.length > 0) return dice.pick(useful)
  const first = naive.queue(1)
  const outside = naive.members.find(
    ({ name, status, reentry }) =>
      status === 'approved' && reentry !== 'owing' && !first.some(({ member }) => member === name),
  )
  const position = (first.at(-1)?.position ?? 0) + 1
  if (outside && position <= 100)
    return { kind: 'place', memberId: outside.name, level: 1, position, isReceiver: false }
  return naive.pulledPeriod === month ? { kind: 'next_month' } : { kind: 'generate_pull' }
}
