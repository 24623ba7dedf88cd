import { describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { nameHashText } from '#circle/terms.ts'
import { circleChangeKinds } from '#contracts/circles.ts'
import { toldPlan } from '#contracts/told-plans.ts'
import { byText, changeText, nameUnder, termsUnder } from './changes-text.ts'
import type { Change } from './changes-text.ts'
import { hashText } from '#web/api/hash-text.ts'
import { shownTerms, versionOf } from './terms-hash.ts'

const CIRCLE = '0190a1b2-0000-7000-8000-0000000000c1'
const change = { seq: 9, at: '2026-11-10T15:00:00.000Z', by: 'administration', what: null } as const
const told = (kind: Change['kind'], what: string | null = null) =>
  changeText({ ...change, kind, what, before: null, after: null })

describe('what changed in a circle, in words', () => {
  test('is a sentence for each kind of change, which names nobody', () => {
    expect(circleChangeKinds.map((kind) => told(kind))).not.toContain('')
    expect(['plan', 'operator', 'text'].map((what) => told('circle.terms_changed', what))).toEqual([
      'O plano mudou',
      'Os dados de quem opera o círculo mudaram',
      'O texto dos termos mudou',
    ])
    expect(told('circle.clock_moved')).toBe('As datas passaram a ser as de um relógio posto à mão')
    expect([told('administrator.added', 'ADMIN'), told('administrator.added', 'AUDITOR')]).toEqual([
      'Mais uma pessoa passou a administrar',
      'Mais uma pessoa passou a acompanhar como auditora',
    ])
    expect(byText.administration).toBe('pela administração')
    // It may have ended while some had given more than they received.
    expect(told('circle.closed')).toBe('O círculo foi encerrado')
  })

  test('shows the words of a hash, and none that were changed afterwards or are not there', () => {
    const terms = shownTerms({ id: CIRCLE, plan: toldPlan(presets.rotativo), operator: null })
    const hash = versionOf(terms)
    expect(termsUnder(hash, [{ hash, terms, name: null }])).toEqual({ is: 'kept', words: terms })
    const dearer = { ...terms, plan: { ...terms.plan, deadline_days: 1 } }
    expect(termsUnder(hash, [{ hash, terms: dearer, name: null }])).toEqual({ is: 'differ' })
    expect(termsUnder(hash, [])).toEqual({ is: 'missing' })
    const name = { circle_id: CIRCLE, name: 'Ciranda da Rua' }
    const own = hashText(nameHashText(CIRCLE, name.name))
    expect(nameUnder(own, [{ hash: own, terms: null, name }])).toEqual({ is: 'kept', words: 'Ciranda da Rua' })
    const swapped = { ...name, name: 'Ciranda da Praça' }
    expect(nameUnder(own, [{ hash: own, terms: null, name: swapped }])).toEqual({ is: 'differ' })
    // The right name of another circle is not this circle's.
    const others = { ...name, circle_id: CIRCLE.replace('c1', 'c2') }
    expect(nameUnder(own, [{ hash: own, terms: null, name: others }])).toEqual({ is: 'differ' })
    expect(nameUnder(own, [{ hash: own, terms, name: null }])).toEqual({ is: 'missing' })
    expect(nameUnder(null, [{ hash: own, terms: null, name }])).toEqual({ is: 'missing' })
  })
})
