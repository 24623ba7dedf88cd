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
  const paid = naive.donations.map(({ number, donor, receiver, isSent, parts, sum, debt }): Command | null => {
    const donationId = `d${number}`
    const { cents } = naive.debts.find((one) => one.number === debt)!
    const rest = parts.length > 0 ? { cents } : {}
    if (!isSent) return isIn(donor) ? { kind: 'send_receipt', donationId, memberId: donor, ...rest } : null
    const by = receiver === null ? 'administration' : { memberId: receiver }
    return isIn(receiver) ? { kind: 'confirm', donationId, by, ...(sum === null ? {} : { cents: sum }) } : null
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
