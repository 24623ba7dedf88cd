import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { isSameJson } from '#circle/ledger/entry.ts'
import { orderSourceIn } from '#circle/ledger/order-source.ts'
import { isShown, ownProposals } from '#circle/ledger/own-proposals.ts'
import { areTurnsOf, isResultOf, statesOf } from '#circle/ledger/shown-state.ts'
import { foresee } from '#circle/simulation/foreseen.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { shownOrder } from '#contracts/shown-order.ts'
import { shownProposal } from '#contracts/shown-proposal.ts'
import { toldResult } from '#contracts/told-result.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { readLedger } from '../../scripts/verify-ledger.mjs'
import type { Person, TestApp } from './test-app.ts'

/** Of what a real circle's server shows a member, the parts that the member's device would not find in the ledger. */
export async function amissOnDevice(testApp: TestApp, { id, token }: Person): Promise<string[]> {
  const asked = async (name: Parameters<TestApp['call']>[0]) => (await testApp.call(name, token)).body as unknown
  const { seq, at, places, waits } = (await asked('GET /circle/forecast')) as AnswerOf<'GET /circle/forecast'>
  const result = (await asked('GET /circle/result')) as AnswerOf<'GET /circle/result'>
  const shown = (await asked('GET /me/approvals')) as AnswerOf<'GET /me/approvals'>
  const draws = (await asked('GET /draws')) as AnswerOf<'GET /draws'>
  const headers = { authorization: `Bearer ${token}` }
  const book = await testApp.app.inject({ url: '/api/ledger/export', headers })
  const entries = readLedger(book.body).entries as LedgerEntry[]
  const stateAt = statesOf(entries)
  const { seq: _, ...order } = orderSourceIn(entries)
  const turns = { seq, at: Date.parse(at), receivedAt: Date.parse(at), places, waits }
  const touching = ownProposals({ entries, stateAt }, { memberId: id, donationIds: [] }, sha256)
  const proposals = shown.map((one) => shownProposal(one))
  return [
    ...(areTurnsOf({ entries, stateAt }, id, turns, foresee) ? [] : ['turns']),
    ...(isSameJson(shownOrder(draws), order) ? [] : ['order']),
    ...(isResultOf(stateAt, id, { seq: result.seq, told: result }, toldResult) ? [] : ['result']),
    ...touching.filter((one) => !isShown(one, proposals)).map((one) => `proposal ${one.seq}`),
  ]
}
