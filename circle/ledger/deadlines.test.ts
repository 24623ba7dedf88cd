import { expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'

const pull: Command = { kind: 'generate_pull' }
const expire: Command = { kind: 'expire', late: true }

/** A roda whose month's contributions are past their deadline; Ana, who owes one, has paid hers unless she is the one. */
function overdue(rules?: number) {
  const told = rodaLedger(rules === undefined ? {} : { rules })
  told.draw()
  told.does('cida', pull)
  const { deadlineAt } = [...told.state().donations.values()][0]!
  const start = Date.parse(told.entries.at(-1)!.at)
  told.wait(Math.ceil((deadlineAt - start) / 3_600_000) + 1)
  return told
}
/** Somebody pays all of a donation: the ledger goes on. */
const pays = (told: ReturnType<typeof overdue>) => {
  const unpaid = [...told.state().donations.values()].filter(({ status }) => status === 'PENDING_PAYMENT')
  const { id, donorId } = unpaid.find(({ parts }) => parts === 0)!
  told.does(donorId, { kind: 'send_receipt', donationId: id, memberId: donorId })
}

test('nobody is spared: a ledger that goes on for more than a day without saying that a deadline is over is a fault, once', () => {
  const told = overdue()
  pays(told)
  told.wait(25)
  pays(told)
  expect(told.faults()).toEqual(['deadline.spared'])
  told.wait(25)
  told.does(null, expire)
  expect(told.faults()).toEqual(['deadline.spared'])
})

test('a server that stood still says it when it runs again, and what is late or held is not spared', () => {
  const stood = overdue()
  stood.wait(24 * 30)
  pays(stood)
  stood.does(null, expire)
  stood.wait(24 * 3)
  pays(stood)
  expect(stood.faults()).toEqual([])
  const held = overdue(4)
  pays(held)
  held.wait(25)
  pays(held)
  expect(held.faults()).toEqual([])
})

test('one held by its receiver’s report is decided, however long that takes', () => {
  const told = rodaLedger()
  told.draw()
  told.does('cida', pull)
  for (const { id, receiverId } of told.state().donations.values())
    told.does(receiverId, { kind: 'report', reportId: `r ${id}`, donationId: id, memberId: receiverId! })
  for (let days = 0; days < 3; days += 1) {
    told.wait(24 * 20)
    pays(told)
  }
  expect(told.faults()).toEqual([])
})

test('a late rest that a case left to its donor spares nobody, however long it is left', () => {
  const told = overdue()
  const late = [...told.state().donations.values()].find(({ status }) => status === 'PENDING_PAYMENT')!
  told.does(null, expire)
  const paid = { donationId: late.id, cents: 4_000 }
  told.does(late.donorId, { kind: 'send_receipt', memberId: late.donorId, ...paid })
  told.does(late.receiverId, { kind: 'confirm', by: { memberId: late.receiverId! }, ...paid })
  told.wait(24 * 3)
  told.does(null, expire)
  const reportId = told.state().donations.get(late.id)!.reportId!
  told.does('olga', { kind: 'resolve_report', reportId, resolution: 'RESOLVED', outcome: 'keep' })
  for (let days = 0; days < 3; days += 1) {
    told.wait(24 * 3)
    told.does(null, expire)
    pays(told)
  }
  expect(told.faults()).toEqual([])
})
