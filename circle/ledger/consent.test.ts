import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { decide } from '#circle/circle.ts'
import { checkConsent, checkOwnConsents } from './consent.ts'
import { COMMAND_KIND, entryText, GENESIS_HASH } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import type { LedgerRecord } from './records.ts'
import type { LedgerQuestion } from './verdict.ts'
import { RULES } from './rules.ts'

import { presets, rodaPlan } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import type { CircleMode, CircleState } from '#circle/state.ts'
import { nameHashText, termsHashText } from '#circle/terms.ts'
import type { TermsDocument } from '#circle/terms.ts'
import { verifyBothWays } from '#circle/testing/verify-both-ways.ts'

const CIRCLE = '0190a1b2-0000-7000-8000-0000000000c1'
const ADMIN = '0190a1b2-0000-7000-8000-0000000000ad'
const AT = '2026-11-10T15:00:00.000Z'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const member = (n: number) => `0190a1b2-0000-7000-8000-00000000000${n}`
const operator = { name: 'Ana', document: '1', contact: 'a', dataProtectionContact: 'b' }
const text = [{ key: 'one', text: 'Um.' }]
const hashOf = (document: Partial<TermsDocument> = {}) =>
  sha256(termsHashText({ circleId: CIRCLE, plan: presets.rotativo, operator, text, ...document }))

type Fact = Pick<LedgerEntry, 'at' | 'kind' | 'payload' | 'actor_id'>

function chain(facts: readonly Fact[]): LedgerEntry[] {
  let previous_hash = GENESIS_HASH
  return facts.map(({ at, kind, payload, actor_id }, index) => {
    const entry = { seq: index + 1, at, actor_id, kind, payload, previous_hash }
    previous_hash = sha256(entryText(CIRCLE, entry))
    return { ...entry, hash: previous_hash }
  })
}

/** A circle of people who each accepted its terms and hold a place, as the server records it. */
function circleOf(people: number, mode: CircleMode = 'real', plan: Plan = presets.rotativo, rules?: number) {
  let ids = 0
  let at = AT
  let state: CircleState | null = null
  const facts: Fact[] = []
  const add = (actor_id: string | null, kind: string, payload: object) =>
    facts.push({ at, kind, actor_id, payload: JSON.parse(JSON.stringify(payload)) as Record<string, unknown> })
  const perform = (command: Command, by: string | null = ADMIN) => {
    const taken: string[] = []
    const newId = () => {
      taken.push(`id-${(ids += 1)}`)
      return taken.at(-1)!
    }
    const result = decide(state, command, { now: Date.parse(at), newId })
    if (!result.ok) throw new Error(result.code)
    state = result.state
    add(by, COMMAND_KIND, { command, ids: taken, via: 'password' })
    for (const { kind, ...payload } of result.events) add(by, kind, payload)
  }
  const note = ({ kind, ...payload }: LedgerRecord, by: string | null = ADMIN) =>
    add(by, kind, { ...payload, via: by === null ? 'job' : 'password' })
  const accepts = (n: number, hash: string, by: string | null = member(n)) =>
    note({ kind: 'terms.accepted', memberId: member(n), hash }, by)
  perform({ kind: 'create_circle', mode, plan, ...(rules === undefined ? {} : { rules }) })
  note({ kind: 'circle.terms_changed', hash: hashOf({ plan }), what: 'first' })
  for (let n = 1; n <= people; n += 1) {
    accepts(n, hashOf({ plan }))
    perform({ kind: 'approve_member', memberId: member(n) })
    perform({ kind: 'place', memberId: member(n), level: 1, position: n, isReceiver: false })
  }
  const pull = (...passedOver: number[]) =>
    perform({ kind: 'generate_pull', withoutConsent: passedOver.map((n) => member(n)) })
  const later = (days: number) => {
    at = new Date(Date.parse(at) + days * 86_400_000).toISOString()
  }
  const entries = () => chain(facts)
  return { perform, note, accepts, pull, later, entries, state: () => state! }
}

/** The verdict of the whole verifier, with an honest chain and head. */
function verdictOf(entries: readonly LedgerEntry[], terms?: LedgerQuestion['terms'], own?: LedgerQuestion['own']) {
  const last = entries.at(-1)!
  const head = { circle_id: CIRCLE, seq: last.seq, hash: last.hash, at: AT, key: 'k', signature: 's', isSigned: true }
  return verifyBothWays(
    { circleId: CIRCLE, entries, head, ...(terms ? { terms } : {}), ...(own ? { own } : {}) },
    { sha256 },
  )
}
const codes = (entries: readonly LedgerEntry[]) => [...new Set(checkConsent(entries).faults.map(({ code }) => code))]

const newOperator = { ...operator, name: 'Outra pessoa' }
const newHash = hashOf({ operator: newOperator })

describe('the consent that a ledger shows', () => {
  test('of everybody who is asked is no fault, and the pull asks all of them', () => {
    const circle = circleOf(4)
    circle.pull()
    expect(verdictOf(circle.entries())).toMatchObject({ faults: [], consentFrom: 3 })
    expect(circle.entries().at(-1)!.payload).toMatchObject({ created: 4, skippedWithoutConsent: 0 })
  })

  test('a pull passes over those who have not accepted the new terms, and asks them once they have', () => {
    const circle = circleOf(4)
    circle.note({ kind: 'circle.terms_changed', hash: newHash, what: 'operator' })
    circle.accepts(1, newHash)
    circle.accepts(2, newHash)
    circle.pull(3, 4)
    expect(circle.entries().at(-1)!.payload).toMatchObject({ created: 2, skipped: 0, skippedWithoutConsent: 2 })
    expect([...circle.state().obligations.values()].map(({ memberId }) => memberId)).toEqual([member(2), member(1)])
    circle.accepts(3, newHash)
    circle.pull(4)
    expect(circle.entries().at(-1)!.payload).toMatchObject({ created: 1, skipped: 2, skippedWithoutConsent: 1 })
    // The operator changed without approval, which is another matter (circle/ledger/approvals.ts).
    expect(verdictOf(circle.entries())).toMatchObject({ faults: [{ code: 'approval.missing' }], consentFrom: 3 })
  })

  test('is waited for: nobody is passed over for terms that changed less than three days ago, where who organises takes part', () => {
    const after = (days: number, takesPart = true) => {
      const circle = circleOf(4, 'real', presets.rotativo, RULES)
      if (takesPart) circle.note({ kind: 'administrator.participates', memberId: member(1) })
      circle.note({ kind: 'circle.terms_changed', hash: newHash, what: 'operator' })
      circle.accepts(1, newHash)
      circle.accepts(2, newHash)
      circle.later(days)
      circle.perform({ kind: 'generate_pull', withoutConsent: [member(3), member(4)], unserved: true })
      return codes(circle.entries())
    }
    expect([after(2.9), after(3), after(2.9, false)]).toEqual([['consent.too_soon'], [], []])
  })

  test('is not needed of who owes back what they received, whom nobody passes over', () => {
    const roda = rodaPlan({ amountCents: 10_000, months: 2 })
    const secondMonth = (...passedOver: number[]) => {
      const circle = circleOf(3, 'real', roda, RULES)
      circle.pull()
      for (const { id, donorId, receiverId } of circle.state().donations.values()) {
        circle.perform({ kind: 'send_receipt', donationId: id, memberId: donorId }, donorId)
        circle.perform({ kind: 'confirm', donationId: id, by: { memberId: receiverId! } }, receiverId)
      }
      const hash = hashOf({ plan: roda, operator: newOperator })
      circle.note({ kind: 'circle.terms_changed', hash, what: 'operator' })
      circle.later(31)
      circle.accepts(2, hash)
      const withoutConsent = passedOver.map((n) => member(n))
      circle.perform({ kind: 'generate_pull', withoutConsent, unserved: true })
      return codes(circle.entries()).filter((code) => code !== 'consent.unequal')
    }
    // The first has received both, and gave one; the third gave one, and received nothing.
    expect(secondMonth(3)).toEqual([])
    expect(secondMonth(1, 3)).toEqual(['consent.passed_over'])
    expect(secondMonth()).toEqual(['consent.missing'])
  })

  test('that is missing for a debt is found at the debt, whether the terms or the plan alone changed', () => {
    const changed = circleOf(2)
    changed.note({ kind: 'circle.terms_changed', hash: newHash, what: 'operator' })
    changed.accepts(1, newHash)
    changed.pull()
    const { faults } = checkConsent(changed.entries())
    const debt = changed
      .entries()
      .find(({ payload }) => payload['type'] === 'PULL' && payload['memberId'] === member(2))
    expect(faults).toEqual([{ code: 'consent.missing', seq: debt!.seq }])

    const silent = circleOf(2)
    const dearer = { ...presets.rotativo, version: 2, deadlineDays: 20 }
    silent.perform({ kind: 'change_plan', plan: dearer })
    silent.pull()
    expect(codes(silent.entries())).toEqual(['consent.missing'])
  })

  test('is another one for another rotation, also where nobody announced its terms', () => {
    const plan = rodaPlan({ amountCents: 10_000, months: 1 })
    const circle = circleOf(2, 'real', plan)
    circle.pull()
    for (const { id, donorId, receiverId } of circle.state().donations.values()) {
      circle.perform({ kind: 'send_receipt', donationId: id, memberId: donorId }, donorId)
      circle.perform({ kind: 'confirm', donationId: id, by: { memberId: receiverId! } }, receiverId)
    }
    circle.perform({ kind: 'begin_rotation' })
    const again = circle.entries().length
    const hash = hashOf({ plan, rotation: 2 })
    circle.note({ kind: 'circle.terms_changed', hash, what: 'rotation' })
    expect(checkConsent(circle.entries()).inForce).toMatchObject({ hash, rotation: 2 })
    expect(verdictOf(circle.entries(), { operator, text }).faults.map(({ code }) => code)).not.toContain('terms.differ')
    expect(checkConsent(circle.entries().slice(0, again)).inForce).toBeNull()
  })

  test('is of one rotation: between two nobody is asked, in a circle founded by these rules', () => {
    const goesOn = (rules: number, isBegun: boolean) => {
      const plan = rodaPlan({ amountCents: 10_000, months: 1 })
      const circle = circleOf(2, 'real', plan, rules)
      const asks = () => circle.perform({ kind: 'generate_pull', withoutConsent: [], unserved: true })
      asks()
      for (const { id, donorId, receiverId } of circle.state().donations.values()) {
        circle.perform({ kind: 'send_receipt', donationId: id, memberId: donorId }, donorId)
        circle.perform({ kind: 'confirm', donationId: id, by: { memberId: receiverId! } }, receiverId)
      }
      circle.later(31)
      if (isBegun) {
        circle.perform({ kind: 'begin_rotation' })
        const hash = hashOf({ plan, rotation: 2 })
        circle.note({ kind: 'circle.terms_changed', hash, what: 'rotation' })
        for (const n of [1, 2]) circle.accepts(n, hash)
      }
      asks()
      return codes(circle.entries())
    }
    expect([goesOn(RULES, true), goesOn(RULES, false), goesOn(4, false)]).toEqual([[], ['consent.missing'], []])
  })

  test('… also where the terms of the next are said to be those of the first, which everybody accepted', () => {
    const plan = rodaPlan({ amountCents: 10_000, months: 1 })
    const circle = circleOf(2, 'real', plan)
    circle.pull()
    for (const { id, donorId, receiverId } of circle.state().donations.values()) {
      circle.perform({ kind: 'send_receipt', donationId: id, memberId: donorId }, donorId)
      circle.perform({ kind: 'confirm', donationId: id, by: { memberId: receiverId! } }, receiverId)
    }
    circle.later(31)
    circle.perform({ kind: 'begin_rotation' })
    circle.note({ kind: 'circle.terms_changed', hash: hashOf({ plan }), what: 'rotation' })
    circle.pull()
    expect(new Set(codes(circle.entries()))).toEqual(new Set(['consent.missing']))
  })

  test('whoever accepts the terms for which they were passed over is paid again at once', () => {
    const accepted = (isServed: boolean) => {
      const circle = circleOf(4, 'real', presets.rotativo, RULES)
      circle.note({ kind: 'circle.terms_changed', hash: newHash, what: 'operator' })
      for (const n of [1, 2, 3]) circle.accepts(n, newHash)
      circle.perform({ kind: 'generate_pull', withoutConsent: [member(4)], unserved: true })
      circle.accepts(4, newHash)
      if (isServed) circle.perform({ kind: 'serve_again', memberId: member(4) }, member(4))
      const [donation] = circle.state().donations.values()
      circle.perform({ kind: 'send_receipt', donationId: donation!.id, memberId: donation!.donorId }, donation!.donorId)
      return codes(circle.entries())
    }
    expect([accepted(true), accepted(false)]).toEqual([[], ['consent.unserved']])
  })

  test('a member who had accepted is not passed over as if they had not', () => {
    const circle = circleOf(3)
    circle.pull(2)
    expect(codes(circle.entries())).toEqual(['consent.passed_over'])
    const asText = circleOf(3)
    asText.perform({ kind: 'generate_pull', withoutConsent: member(2) as never })
    expect(verdictOf(asText.entries()).faults).toMatchObject([{ code: 'rules.unreadable' }])
  })

  test('nobody accepts for somebody else, and only a demonstration carries an acceptance over', () => {
    const forged = circleOf(1)
    forged.note({ kind: 'circle.terms_changed', hash: newHash, what: 'operator' })
    forged.accepts(1, newHash, ADMIN)
    forged.pull()
    expect(codes(forged.entries())).toEqual(['consent.not_own', 'consent.missing'])

    const carry = (mode: CircleMode) => {
      const circle = circleOf(1, mode)
      circle.note({ kind: 'circle.terms_changed', hash: newHash, what: 'operator' })
      circle.note({ kind: 'terms.carried', memberId: member(1), hash: newHash }, null)
      circle.pull()
      return codes(circle.entries())
    }
    expect(carry('demonstracao')).toEqual([])
    expect(carry('real')).toEqual(['consent.not_own', 'consent.missing'])
  })

  test('an upgrade accepted under terms that the member has not accepted is found', () => {
    const circle = circleOf(4, 'demonstracao', presets.termos)
    circle.pull()
    for (const { id, donorId, receiverId } of circle.state().donations.values()) {
      circle.perform({ kind: 'send_receipt', donationId: id, memberId: donorId }, donorId)
      circle.perform({ kind: 'confirm', donationId: id, by: { memberId: receiverId! } }, receiverId)
    }
    circle.note({ kind: 'circle.terms_changed', hash: newHash, what: 'operator' })
    const upgrade = { kind: 'accept_upgrade', memberId: member(1), fromLevel: 1, toLevel: 2 } as const
    circle.perform(upgrade, member(1))
    expect(codes(circle.entries())).toEqual(['consent.missing'])
  })

  test('accepted terms that come back word for word need no second acceptance', () => {
    const circle = circleOf(2)
    circle.note({ kind: 'circle.terms_changed', hash: newHash, what: 'operator' })
    circle.accepts(1, newHash)
    circle.note({ kind: 'circle.terms_changed', hash: hashOf(), what: 'operator' })
    circle.pull()
    expect(codes(circle.entries())).toEqual([])
  })

  test('a ledger from before it was recorded is said to be so, and is no fault', () => {
    const circle = circleOf(3)
    circle.pull()
    const before = circle.entries().filter(({ kind }) => !kind.includes('terms'))
    expect(verdictOf(chain(before))).toMatchObject({ faults: [], consentFrom: null })
  })
})

describe('the terms that somebody is shown', () => {
  test('as accepted, which the ledger says they did not accept, are found: who does not accept is not paid', () => {
    const found = (hash: string, hasAccepted: boolean) => {
      const circle = circleOf(1)
      circle.note({ kind: 'circle.terms_changed', hash: newHash, what: 'operator' })
      circle.accepts(1, hash)
      const { faults } = verdictOf(circle.entries(), undefined, { memberId: member(1), hasAccepted })
      return faults.flatMap(({ code }) => (code.startsWith('own.') ? [code] : []))
    }
    expect([found(hashOf(), true), found(hashOf(), false), found(newHash, true)]).toEqual([
      ['own.terms_hidden'],
      [],
      [],
    ])
  })

  test('as accepted on the page alone are found, where the page asked later; in a circle that ended nobody is asked', () => {
    const circle = circleOf(1)
    circle.note({ kind: 'circle.terms_changed', hash: newHash, what: 'operator' })
    const seq = circle.entries().length
    const found = (upTo: number) => {
      const own = { memberId: member(1), hasAccepted: false, onPage: { upTo, hasAccepted: true } }
      const { faults } = verdictOf(circle.entries(), undefined, own)
      return faults.flatMap(({ code }) => (code === 'own.terms_hidden' ? [code] : []))
    }
    expect([found(seq), found(seq - 1)]).toEqual([['own.terms_hidden'], []])
    circle.note({ kind: 'circle.closed' })
    expect(found(seq)).toEqual([])
  })

  test('are held to the ledger: an operator, a word or a plan swapped in the database is found', () => {
    const circle = circleOf(1)
    expect(verdictOf(circle.entries(), { operator, text }).faults).toEqual([])
    expect(verdictOf(circle.entries(), { operator: newOperator, text }).faults).toMatchObject([
      { code: 'terms.differ', seq: 3 },
    ])
    const words = { operator, text: [{ key: 'one', text: 'Outra coisa.' }] }
    expect(verdictOf(circle.entries(), words).faults).toMatchObject([{ code: 'terms.differ' }])
  })

  test('nor is another plan shown on each page, beside a hash of the terms that is made of it', () => {
    const shows = (plan: Plan) =>
      verdictOf(circleOf(1).entries(), { operator, text, plan }).faults.map(({ code }) => code)
    const { levels, ...rest } = presets.rotativo
    const [first, ...others] = levels
    const cheaper = { ...rest, levels: [{ ...first, donationCents: first.donationCents / 2 }, ...others] } as Plan
    expect([shows({ levels, ...rest }), shows(cheaper)]).toEqual([[], ['terms.differ']])
  })

  test('are not those of a demonstration in a real circle, where somebody would not pay what they owe', () => {
    const circle = circleOf(1)
    expect(verdictOf(circle.entries(), { operator, text, mode: 'real' }).faults).toEqual([])
    expect(verdictOf(circle.entries(), { operator, text, mode: 'demonstracao' }).faults).toMatchObject([
      { code: 'terms.mode' },
    ])
  })

  test('say that a roda ended only where its ledger does: nobody gives up what they lack', () => {
    const circle = circleOf(1)
    const faultsOf = (isClosed: boolean) =>
      verdictOf(circle.entries(), { operator, text, isClosed }).faults.map(({ code }) => code)
    expect([faultsOf(false), faultsOf(true)]).toEqual([[], ['terms.closed']])
    circle.note({ kind: 'circle.closed' })
    expect(faultsOf(true)).not.toContain('terms.closed')
  })

  test('and one’s own data agree with the ledger in both directions', () => {
    const circle = circleOf(2)
    const document = { circleId: CIRCLE, plan: presets.rotativo, operator, text }
    const own = (consents: Parameters<typeof checkOwnConsents>[2]) =>
      checkOwnConsents(circle.entries(), { circleId: CIRCLE, memberId: member(1) }, consents, sha256)
    expect(own([{ hash: hashOf(), document }])).toEqual([])
    // Three lies: an acceptance made up in their name, other words than were shown, and one that the ledger does not have.
    expect(own([])).toEqual([{ code: 'own.consent_differs', seq: 4 }])
    expect(own([{ hash: hashOf(), document: { ...document, operator: newOperator } }])).toHaveLength(1)
    expect(
      own([
        { hash: hashOf(), document },
        { hash: newHash, document: { ...document, operator: newOperator } },
      ]),
    ).toEqual([{ code: 'own.consent_differs', seq: null }])
  })

  test('the hash is of every part, and the same whatever order its fields were stored in', () => {
    const { name, ...rest } = operator
    expect(hashOf({ operator: { ...rest, name } })).toBe(hashOf())
    const others: Partial<TermsDocument>[] = [
      { circleId: member(1) },
      { plan: { ...presets.rotativo, version: 2 } },
      { operator: null },
      { text: [] },
    ]
    expect(new Set([hashOf(), ...others.map(hashOf), sha256(nameHashText(CIRCLE, 'Roda'))]).size).toBe(6)
  })
})
