import { describe, expect, test } from 'vitest'
import { presets, rodaPlan } from '#circle/plan.ts'
import { toldPlan } from '#contracts/told-plans.ts'
import { termsTextOf } from '#contracts/terms-text.ts'
import { termsChanges } from './terms-changes.ts'
import { areAnnounced, isIntact, shownTerms, versionOf } from './terms-hash.ts'

const CIRCLE = '0190a1b2-0000-7000-8000-0000000000c1'
const operator = { name: 'Ana Lima', document: '11144477735', contact: 'a@b.c', dataProtectionContact: 'd@b.c' }
const plan = toldPlan(presets.rotativo)
const circle = { id: CIRCLE, plan, operator }
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

describe('the terms that a browser shows', () => {
  test('are announced only when their hash is the one that the server says is in force', () => {
    const terms_version = versionOf(shownTerms(circle))
    expect(areAnnounced({ ...circle, terms_version })).toBe(true)
    // An operator or a price swapped in the database, after the hash was recorded.
    expect(areAnnounced({ ...circle, operator: { ...operator, name: 'Outra pessoa' }, terms_version })).toBe(false)
    const levels = plan.levels.map((level) => ({ ...level, donation: 500 }))
    expect(areAnnounced({ ...circle, plan: { ...plan, levels }, terms_version })).toBe(false)
    expect(isIntact({ terms_version, accepted_at: '', shown: shownTerms(circle) })).toBe(true)
    expect(isIntact({ terms_version: 'x', accepted_at: '', shown: shownTerms(circle) })).toBe(false)
    expect(isIntact({ terms_version: 'real:rotativo:1', accepted_at: '', shown: { plan } })).toBe(true)
  })

  test('are told beside the former ones: only what differs, old and new', () => {
    const dearer = toldPlan({
      ...presets.rotativo,
      version: 2,
      levels: [dear, ...presets.rotativo.levels.slice(1)] as never,
    })
    const after = shownTerms({ ...circle, plan: dearer, operator: { ...operator, name: 'Bento Luz' } })
    const changes = termsChanges(shownTerms(circle), after)
    expect(changes.map(({ what, before, after: now }) => [what, plain(before), plain(now)])).toEqual([
      ['Quem opera', 'Ana Lima (111.444.777-35)', 'Bento Luz (111.444.777-35)'],
      ['Plano', 'rotativo, versão 1', 'rotativo, versão 2'],
      ['Contribuição mensal', 'R$ 100,00', 'R$ 500,00'],
      ['Nível 1: cada doação', 'R$ 100,00', 'R$ 500,00'],
      ['Nível 1: recebe', '3 doações, R$ 300,00', '3 doações, R$ 1.500,00'],
    ])
    expect(termsChanges(shownTerms(circle), shownTerms(circle))).toEqual([])
  })

  test('a second rotation stands beside the first, and a roda names no level', () => {
    const roda = (months: number, rotation?: number) =>
      shownTerms({
        ...circle,
        plan: toldPlan(rodaPlan({ amountCents: 10_000, months })),
        ...(rotation && { rotation }),
      })
    expect(termsChanges(roda(4), roda(4, 2))).toEqual([
      { what: 'Volta', before: '1ª', after: '2ª, com as mesmas pessoas' },
    ])
    expect(termsChanges(roda(4), roda(5)).map(({ what }) => what)).toContain('Recebe')
  })

  test('say what of a former version was not kept, and show each paragraph that is worded otherwise', () => {
    const before = {
      ...shownTerms(circle),
      text: [{ key: 'leaving', text: 'Ninguém sai.' }, ...termsTextOf(plan).slice(0, 3)],
    }
    const changes = termsChanges(before, shownTerms(circle))
    expect(changes.find(({ before: old }) => old === 'Ninguém sai.')?.after).toContain('Você pode sair')
    expect(termsChanges({ plan }, shownTerms(circle)).find(({ what }) => what === 'Quem opera')).toMatchObject({
      before: null,
    })
  })
})

const dear = { ...presets.rotativo.levels[0], donationCents: 500_00 }
