import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openLedgerBooks } from '#circle/ledger/books.ts'
import { COMMAND_KIND } from '#circle/ledger/entry.ts'
import { ownPart } from '#circle/ledger/own.ts'
import { openPaymentKeyBooks } from '#circle/ledger/payment-keys.ts'
import { openSignatures } from '#circle/ledger/signatures.ts'
import { DAY_MS } from '#circle/period.ts'
import { presets } from '#circle/plan.ts'
import { foresee } from '#circle/simulation/foreseen.ts'
import { stillAhead } from '#circle/simulation/still-ahead.ts'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'
import { toldPlan } from '#contracts/told-plans.ts'
import { forecastKey, queryClient } from '#web/api/query.ts'
import { isCodeAlone } from '#web/features/circle/unchecked.ts'
import { drawsKey, historyKey, ownProposalsKey, substitutesKey, toReceiveKey, toSendKey } from './held-keys.ts'
import { donationsOnPage } from './own-donations.ts'
import { askedOnPage, isShownOut, shownState } from './shown-state.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
})

beforeEach(() => {
  queryClient.clear()
  stored.clear()
})

/** A roda of four who were asked for their contributions, with the donation of one of them as the server answers it. */
function roda() {
  const told = rodaLedger()
  told.draw()
  told.does('cida', { kind: 'generate_pull' })
  const donations = [...told.state().donations.values()]
  const first = donations.find(({ donorId: id }) => donations.every(({ receiverId }) => receiverId !== id))
  const { id, donorId, receiverId, amountCents, deadlineAt } = first!
  const honest = {
    id,
    donorId,
    receiverId,
    amount: amountCents / 100,
    paid: 0,
    status: 'PENDING_PAYMENT',
    deadline: new Date(deadlineAt).toISOString(),
    clock_stopped: null,
    paused_until: null,
    scheduled_for: null,
    demonstration: false,
    is_reported: false,
    report_resolved: false,
    report_id: null,
    payment_commitment: null,
    payment_salt: null,
    receiver: null,
    allowed: ['send_receipt', 'report'],
    createdAt: told.entries.at(-1)!.at,
  }
  /** The codes of the faults that the donor's device, or another's, finds on a page that shows these answers. */
  const findings = (memberId = donorId) => {
    const { entries } = told
    const books = openLedgerBooks()
    for (const { seq, kind, payload } of entries) if (kind !== COMMAND_KIND) books.record(seq, kind, payload)
    const now = Date.parse(entries.at(-1)!.at)
    const read = { books, keys: openPaymentKeyBooks(), signatures: openSignatures('c', undefined, sha256), now }
    const asked = askedOnPage({ terms: {} as never, isTestClock: false })
    const own = { memberId, onPage: { upTo: Infinity, ...donationsOnPage(), ...asked } }
    return ownPart(entries, read, own, { sha256 }).faults.map(({ code }) => code)
  }
  return { ...told, honest, findings }
}

describe('an answer on a page is held to the ledger: a donor finds', () => {
  const shows = (...lies: readonly object[]) => {
    const { honest, findings } = roda()
    queryClient.setQueryData(
      toSendKey,
      lies.map((lie) => ({ ...honest, ...lie })),
    )
    queryClient.setQueryData(toReceiveKey, [])
    return findings()
  }

  test('nothing where it is honest, and a donation that is not there', () => {
    expect(shows({})).toEqual([])
    expect(shows()).toEqual(['own.not_offered'])
  })

  test('another time to pay, a pause, a demonstration or a report that the ledger has not', () => {
    const later = '2027-03-01T03:00:00.000Z'
    for (const lie of [
      { deadline: later },
      { deadline: null },
      { paused_until: later },
      { clock_stopped: { ends: later } },
      { scheduled_for: '2027-03-01' },
      { demonstration: true },
      { report_id: 'r1' },
      { createdAt: '2026-09-01T12:00:00.000Z' },
    ])
      expect(shows(lie), JSON.stringify(lie)).toEqual(['own.differs'])
    expect(shows({ paid: 100 })).toEqual(['own.not_offered'])
  })

  test('a debt without a receiver yet that the ledger has not', () => {
    expect(shows({}, { id: 'o9', waiting: true, receiver: null, allowed: [] })).toEqual(['own.missing'])
  })

  test('nothing to press for their part, or no way to say that something is wrong', () => {
    for (const allowed of [[], ['report'], ['send_receipt', 'view_receipt']])
      expect(shows({ allowed }), String(allowed)).toEqual(['own.not_offered'])
    // A helper has no words of their own.
    stored.set('helperSession', JSON.stringify({ user: { id: 'h' } }))
    expect(shows({ allowed: ['send_receipt'] })).toEqual([])
  })
})

test('a receipt on a page is held to the ledger: sent on another day, it is named', () => {
  const shows = (days: number) => {
    const { does, entries, findings, honest } = roda()
    does(honest.donorId, { kind: 'send_receipt', donationId: honest.id, memberId: honest.donorId, image: 'i' })
    const sent = new Date(Date.parse(entries.at(-1)!.at) + days * DAY_MS).toISOString()
    const waits = { status: 'PENDING_CONFIRMATION', receipt_amount: null, receipt_sent_at: sent, pix_transaction: null }
    queryClient.setQueryData(toSendKey, [{ ...honest, ...waits }])
    queryClient.setQueryData(toReceiveKey, [])
    return findings()
  }
  expect([shows(0), shows(1), shows(-1)]).toEqual([[], ['own.differs'], ['own.differs']])
})

test('a confirmation that is kept from whoever receives is named, and not from a helper, who confirms no payment of their own', () => {
  const { does, findings, honest } = roda()
  const { id: donationId, donorId: memberId, receiverId } = honest
  does(memberId, { kind: 'send_receipt', donationId, memberId, image: 'i' })
  const allowed = ['reject_receipt', 'report', 'view_receipt']
  queryClient.setQueryData(toSendKey, [])
  const waits = { ...honest, status: 'PENDING_CONFIRMATION', receipt_amount: null, pix_transaction: null }
  queryClient.setQueryData(toReceiveKey, [{ ...waits, allowed }])
  // The receiver's own contribution is missing on this page as well.
  const found = () => findings(receiverId!).filter((code) => code === 'own.not_offered').length
  expect(found()).toBe(2)
  stored.set('helperSession', JSON.stringify({ user: { id: memberId } }))
  expect(found()).toBe(1)
})

test('a payment on a page is held to the ledger: one that is told otherwise than it was confirmed leaves its line of a statement to another', () => {
  const pixOf = (letter: string) => `E1234567820261125120000000${letter.repeat(6)}`
  const shows = (lie: (part: object) => object, isOver = true) => {
    const { does, entries, findings, honest } = roda()
    const { id, donorId, receiverId, amount } = honest
    const pays = (pix_transaction: string, cents: number, isConfirmed = true) => {
      const payment = sha256(pix_transaction.toUpperCase())
      does(donorId, { kind: 'send_receipt', donationId: id, memberId: donorId, image: 'i', cents, payment })
      const sent = { pix_transaction, sent_at: entries.at(-1)!.at }
      if (isConfirmed) does(receiverId!, { kind: 'confirm', donationId: id, by: { memberId: receiverId! }, cents })
      return sent
    }
    const part = { part: 1, amount: 1, ...pays(pixOf('a'), 100), payer_name: null }
    const { sent_at: receipt_sent_at, pix_transaction } = pays(pixOf('b'), amount * 100 - 100, isOver)
    const sums = { paid: 1, receipt_amount: isOver ? null : amount - 1, missing: isOver ? 0 : amount - 1 }
    const status = isOver ? 'CONFIRMED' : 'PENDING_CONFIRMATION'
    const told = { ...honest, ...sums, status, receipt_sent_at, parts: [part], pix_transaction, rejections: [] }
    const answer = { ...told, ...lie(part) }
    queryClient.setQueryData(toSendKey, isOver ? [] : [answer])
    queryClient.setQueryData(toReceiveKey, [])
    const pagination = { currentPage: 1, totalPages: 1 }
    queryClient.setQueryData(historyKey, { data: isOver ? [answer] : [], pagination })
    return findings()
  }
  const later = '2027-03-01T03:00:00.000Z'
  expect([shows(() => ({})), shows(() => ({}), false)]).toEqual([[], []])
  for (const isOver of [true, false])
    for (const lie of [
      () => ({ parts: [] }),
      () => ({ createdAt: later }),
      () => ({ receipt_sent_at: later }),
      (part: object) => ({ parts: [{ ...part, amount: 0.5 }] }),
      (part: object) => ({
        parts: [
          { ...part, amount: 0.5 },
          { ...part, part: 2, amount: 0.5 },
        ],
      }),
      (part: object) => ({ parts: [{ ...part, sent_at: later }] }),
      (part: object) => ({ parts: [{ ...part, pix_transaction: pixOf('c') }] }),
      () => ({ pix_transaction: pixOf('c') }),
    ])
      expect(shows(lie, isOver), String(lie)).toEqual(['own.differs'])
  const gone = (part: object) => ({ pix_transaction: null, parts: [{ ...part, pix_transaction: null }] })
  expect(shows(gone)).toEqual([])
  // Its receiver would confirm the whole, while the statement is asked for half of it.
  expect(shows(() => ({ missing: 1 }), false)).toEqual(['own.differs'])
})

test('a proposal on a page is held to the ledger: hidden, objected to, closed to objections or due later, it is named', () => {
  const shows = (lie: object | null) => {
    const { entries, findings, write } = roda()
    write('olga', 'approval.proposed', { approvalId: 'p', change: 'change_operator', bodyHash: 'b', actHash: 'a' })
    const due = (days: number) => new Date(Date.parse(entries.at(-1)!.at) + days * DAY_MS).toISOString()
    const honest = { id: 'p', kind: 'change_operator', objected_at: null, may_object: true, due_at: due(3) }
    const answer = { ...honest, act: null, changes: [], ...lie }
    queryClient.setQueryData(ownProposalsKey, lie === null ? [] : [answer])
    return findings()
  }
  expect(shows({})).toEqual([])
  for (const lie of [
    null,
    { objected_at: '2026-11-10T15:00:00.000Z' },
    { may_object: false },
    { due_at: '2027-03-01T03:00:00.000Z' },
  ])
    expect(shows(lie), JSON.stringify(lie)).toEqual(['own.proposal_hidden'])
})

test('where the order comes from is held to the ledger: another draw, none, or fewer changes by hand are named', () => {
  const shows = (lie: object) => {
    const { does, findings, state } = roda()
    const [entryId, otherEntryId] = [...state().entries.keys()] as [string, string]
    does('cida', { kind: 'swap', entryId, otherEntryId })
    const order = { draw_id: 'd', is_agreed: false, is_brought_in: false, changes: 1, without_reason: 1 }
    queryClient.setQueryData(drawsKey, { data: [], order: { ...order, ...lie } })
    return findings()
  }
  expect(shows({})).toEqual([])
  for (const lie of [{ draw_id: null }, { draw_id: 'e' }, { is_agreed: true }, { changes: 0 }, { without_reason: 0 }])
    expect(shows(lie), JSON.stringify(lie)).toEqual(['own.turns_differ'])
})

test('what comes with a place is held to the ledger of what it is told after, as the page shows it', () => {
  const { does, draw, entries, state, write } = rodaLedger()
  draw()
  does('cida', { kind: 'generate_pull' })
  const seq = entries.length
  const at = entries.at(-1)!.at
  const between = { substituteId: 's', memberId: 'ana', given: '0', received: '0', hash: 'a'.repeat(64) }
  write('ana', 'substitute.asked', { ...between, subjectId: 'eva' })
  const { giveCents, receiveCents, turns } = stillAhead(
    state(),
    'ana',
    foresee(state(), { now: Date.parse(at), calendar: null }),
  )!
  const honest = { give: giveCents / 100, receive: receiveCents / 100, turns }
  const shows = (still: object | null, { knownUpTo = 0, ...lie }: { knownUpTo?: number; places?: number } = {}) => {
    const ask = { id: 's', member_id: 'ana', newcomer_id: 'eva', given: 0, received: 0, accepted: false, places: 1 }
    queryClient.setQueryData(substitutesKey, { seq, at, asks: [{ ...ask, still, ...lie }], done: [] })
    const books = openLedgerBooks()
    const read = { books, keys: openPaymentKeyBooks(), signatures: openSignatures('c', undefined, sha256) }
    const { substitutes } = shownState({ terms: {} as never, isTestClock: true })
    const own = { memberId: 'eva', knownUpTo, substitutes: substitutes! }
    return ownPart(entries, read, own, { sha256, foresee }).faults.map(({ code }) => code)
  }
  expect([shows(honest), shows(honest, { knownUpTo: seq })]).toEqual([[], []])
  const lies = [
    shows(null),
    shows({ ...honest, receive: honest.receive + 5_000 }),
    shows({ ...honest, give: 0 }),
    shows({ ...honest, turns: ['2031-01'] }),
    shows(honest, { places: 3 }),
    shows(honest, { knownUpTo: seq + 1 }),
  ]
  expect(lies).toEqual(lies.map(() => ['own.result_differs']))
})

test('a draw is hidden from nobody by an error, or by no answer at all, to what home asks before it', async () => {
  const { entries, write } = rodaLedger()
  const until = new Date(Date.parse(entries.at(-1)!.at) + 3 * DAY_MS).toISOString()
  const of = { drawId: 'd', commitment: 'a'.repeat(64), memberIds: 'ana,bia,cida,davi' }
  write('cida', 'draw.begun', { ...of, joinUntil: until, openUntil: until })
  const findings = () => {
    const now = Date.parse(entries.at(-1)!.at)
    const read = { books: openLedgerBooks(), keys: openPaymentKeyBooks(), signatures: openSignatures('c'), now }
    const onPage = { upTo: Infinity, ...askedOnPage({ terms: {} as never, isTestClock: false }) }
    return ownPart(entries, read, { memberId: 'ana', onPage }, { sha256 }).faults.map(({ code }) => code)
  }
  const answered = async (queryKey: readonly string[], queryFn: () => Promise<unknown>) => {
    queryClient.clear()
    await Promise.race([queryClient.prefetchQuery({ queryKey, queryFn, retry: false }), Promise.resolve()])
    await new Promise((resolve) => setImmediate(resolve))
    return findings()
  }
  // On a page that asks for neither nothing is shown, and so nothing hidden.
  expect(findings()).toEqual([])
  expect(await answered(forecastKey, () => Promise.resolve({}))).toEqual([])
  for (const queryKey of [forecastKey, drawsKey]) {
    const refused = () => Promise.reject(new Error('503'))
    const never = () => new Promise(() => undefined)
    expect([await answered(queryKey, refused), await answered(queryKey, never)]).toEqual([
      ['own.draw_hidden'],
      ['own.draw_hidden'],
    ])
  }
  // A helper is told of nobody in it that it is them.
  const draw = { id: 'd', phase: 'joining', join_until: until, members: [{ own: false }] }
  const order = { draw_id: null, is_agreed: false, is_brought_in: false, changes: 0, without_reason: 0 }
  const others = () => Promise.resolve({ data: [draw], order })
  expect(await answered(drawsKey, others)).toEqual(['own.draw_hidden'])
  stored.set('helperSession', JSON.stringify({ user: { id: 'bia' } }))
  const lost = () => Promise.reject(new Error('503'))
  expect([await answered(drawsKey, others), await answered(drawsKey, lost)]).toEqual([[], []])
})

test('a code of the day that is kept back from one member is told after an hour, though the ledger comes', async () => {
  const answers: Record<string, object> = {
    '/api/circle': { id: 'c', plan: toldPlan(presets.roda), test_clock: false },
  }
  let isGiven = false
  vi.stubGlobal('fetch', (address: string) => {
    const answer = answers[address] ?? (isGiven ? { day: '2026-11-28', circle_id: 'c', note: 'n\n\ns' } : undefined)
    return Promise.resolve(new Response(JSON.stringify(answer ?? {}), { status: answer ? 200 : 404 }))
  })
  class Worker extends EventTarget {
    postMessage({ kind }: { kind: string }) {
      const done = { kind: 'done', verification: { verdict: { faults: [], faultsFound: 0 } } }
      if (kind === 'end') this.dispatchEvent(new MessageEvent('message', { data: done }))
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', Worker)
  vi.stubGlobal('location', { origin: 'https://roda.example' })
  const verifies = async () => {
    const { verifyOpenedLedger } = await import('./verify.ts')
    const pieces = (async function* () {})()
    const { signal } = new AbortController()
    const asked = { holder: null, kept: [], chosen: [], signal, onProgress: () => undefined }
    await verifyOpenedLedger({ ...asked, open: () => Promise.resolve({ pieces }) })
    return isCodeAlone(Date.now() + 2 * 3_600_000)
  }
  expect(await verifies()).toBe(true)
  isGiven = true
  expect(await verifies()).toBe(false)
})

test('a member reads that they are out where they are suspended, removed or not approved yet; an administrator never does', () => {
  const reads = (user: object) => {
    stored.set('user', JSON.stringify({ role: 'USER', status: 'ACTIVE', adminApproved: true, ...user }))
    return isShownOut()
  }
  expect(reads({})).toBe(false)
  for (const user of [{ status: 'SUSPENDED' }, { status: 'INACTIVE' }, { adminApproved: false }])
    expect(reads(user), JSON.stringify(user)).toBe(true)
  expect(reads({ role: 'ADMIN', adminApproved: false })).toBe(false)
})
