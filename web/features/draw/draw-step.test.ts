import { describe, expect, test } from 'vitest'
import type { Draw } from './api.ts'
import { drawStep } from './draw-step.ts'

const draw = (phase: Draw['phase'], own: { commitment?: string; number?: string } | null) => ({
  data: [
    {
      circle_id: 'c',
      id: 'd',
      seq: 1,
      end_seq: null,
      begun_at: '2026-11-22T12:00:00.000Z',
      ended_at: null,
      phase,
      join_until: '2026-11-24T12:00:00.000Z',
      open_until: '2026-11-26T12:00:00.000Z',
      reveal_until: '2026-11-28T12:00:00.000Z',
      commitment: 'aa',
      secret: null,
      order: null,
      members: [
        { id: 'other', own: false, places: 1, name: null, commitment: null, signed: null, number: null },
        ...(own
          ? [{ id: 'me', own: true, places: 1, name: null, commitment: null, signed: null, number: null, ...own }]
          : []),
      ],
    },
  ],
})
const kept = () => '11'
const lost = () => null

describe('what a draw waits for', () => {
  test('a number, of those who have not joined, until when', () => {
    expect(drawStep(draw('joining', {}), kept)).toMatchObject({
      title: 'Entre no sorteio da ordem',
      text: expect.stringContaining('24/11'),
      to: '/draw',
    })
    expect(drawStep(draw('joining', { commitment: 'bb' }), kept)).toMatchObject({
      title: 'Você está no sorteio',
      text: expect.stringMatching(/^1 de 2 já entrou\./),
    })
  })

  test('the number’s being shown, on the device that keeps it alone', () => {
    const joined = draw('opening', { commitment: 'bb' })
    expect(drawStep(joined, kept)).toMatchObject({ title: 'Mostre o seu número do sorteio' })
    expect(drawStep(joined, lost)).toBeNull()
    expect(drawStep(draw('opening', { commitment: 'bb', number: '11' }), kept)).toBeNull()
    expect(drawStep(draw('opening', {}), kept)).toBeNull()
  })

  test('a word of the number that this device gave and the draw no longer has', () => {
    const step = drawStep(draw('joining', {}), kept, () => ({ commitment: 'bb', number: '11', sent: false }))
    expect(step).toMatchObject({ title: 'O seu número sumiu do sorteio', to: '/draw' })
  })

  test('nothing of people who are not in it, nor when it is over or there is none', () => {
    expect(drawStep(draw('joining', null), kept)).toBeNull()
    expect(drawStep(draw('done', {}), kept)).toBeNull()
    expect(drawStep({ data: [] }, kept)).toBeNull()
  })

  test('asks for one’s own word on a proposed order, once, and tells then how many gave theirs', () => {
    const people = [{ id: 'a', name: 'Ana', own: true, accepted: null }]
    const proposal = { circle_id: 'c', id: 'p', state: 'open', people, accepted: 0, mine: false } as const
    expect(drawStep({ data: [], proposal }, kept)).toMatchObject({ action: 'Ver a ordem', to: '/draw' })
    expect(drawStep({ data: [], proposal: { ...proposal, accepted: 1, mine: true } }, kept)).toMatchObject({
      title: 'Você concordou com a ordem',
      text: expect.stringMatching(/^Já concordaram: 1 de 1\./),
    })
    for (const change of [{ state: 'fallen' as const }, { people: [{ ...people[0]!, own: false }] }])
      expect(drawStep({ data: [], proposal: { ...proposal, ...change } }, kept)).toBeNull()
  })
})
