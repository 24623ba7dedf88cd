import { expect, test } from 'vitest'
import type { Donation } from '#web/api/together.ts'
import { isResting, nextStep, stillOwed } from './next-step.ts'

const NOW = Date.parse('2026-11-10T12:00:00Z')
const inRoda = { isApproved: true, isRoda: true, other: null, rest: null }

const owed = (more: Partial<Donation>) =>
  ({
    id: 'd1',
    status: 'PENDING_PAYMENT',
    missing: 100,
    deadline: '2026-12-10T12:00:00Z',
    scheduled_for: null,
    paused_until: null,
    clock_stopped: null,
    rejections: [],
    parts: [],
    waiting: false,
    answer_due: null,
    is_reported: false,
    report_resolved: false,
    receiver: { name: 'Davi Andrade', firstName: 'Davi' },
    ...more,
  }) as Donation

const stepOf = (toSend: readonly Donation[], now = NOW) => {
  const { title, text } = nextStep(toSend, [], now, inRoda)
  return `${title}. ${text}`.replaceAll('\u00a0', ' ')
}

test('a payment that the bank will make by itself is not asked for again, until its day is over', () => {
  const scheduled = owed({ scheduled_for: '2026-12-05' })
  expect(stepOf([scheduled])).toBe(
    'PIX agendado para 05/12. R$ 100,00 para Davi Andrade. Nesse dia, envie o comprovante.',
  )
  expect(stepOf([scheduled], Date.parse('2026-12-05T20:00:00Z'))).toMatch(/^PIX agendado para 05\/12/)
  // By then it may have been made: nothing says to pay it once more.
  expect(stepOf([scheduled], Date.parse('2026-12-06T12:00:00Z'))).toBe(
    'Veja se o PIX de 05/12 saiu da conta. São R$ 100,00 para Davi Andrade. Se saiu, envie o comprovante; se não saiu, pague ou agende de novo. Até 10/12, quinta.',
  )
  expect(stepOf([scheduled, owed({ id: 'd2' })])).toBe('Doe R$ 100,00 para Davi Andrade. Até 10/12, quinta.')
})

test('a contribution in pause is not asked for until its pause is over', () => {
  const paused = owed({ paused_until: '2027-10-10T12:00:00Z' })
  expect(stepOf([paused])).toBe(
    'A sua contribuição está em pausa. Ela é pedida de novo em 10/10/2027. Até lá, não precisa pagar.',
  )
  expect(stepOf([paused], Date.parse('2027-10-11T12:00:00Z'))).toMatch(/^Doe R\$ 100,00/)
})

test('who may have paid already is not told to pay again', () => {
  const rejections = [{}] as never
  expect(stepOf([owed({ rejections })])).toBe(
    'Davi não encontrou o pagamento. Se já pagou R$ 100,00, envie outro comprovante; não pague de novo antes de conferir. Até 10/12, quinta.',
  )
  const held = { clock_stopped: { until: null, ends: null } }
  expect(stepOf([owed({ rejections, ...held })])).toBe(
    'Davi não encontrou o pagamento. São R$ 100,00. O prazo está parado até a decisão: não pague de novo antes dela.',
  )
  expect(stepOf([owed(held)])).toMatch(/^Há um problema em aberto com Davi\./)
  // A part that was confirmed since leaves no doubt.
  const rejected = [{ rejected_at: '2026-11-08T12:00:00Z' }] as never
  const parts = [{ confirmed_at: '2026-11-09T12:00:00Z' }] as never
  expect(stepOf([owed({ rejections: rejected, parts, missing: 60 })])).toMatch(/^Doe R\$ 60,00/)
  const again = [{ rejected_at: '2026-11-10T10:00:00Z' }] as never
  expect(stepOf([owed({ rejections: again, parts, missing: 60 })])).toMatch(/^Davi não encontrou o pagamento/)
})

test('what was perhaps paid along with another contribution, whose receipt came, is asked for a receipt and not for money', () => {
  expect(stepOf([owed({ isHalfSent: true })])).toBe(
    'Falta o comprovante de R$ 100,00 para Davi Andrade. O de outra contribuição sua já chegou. Se o PIX foi um só, envie o mesmo; não pague de novo. Até 10/12, quinta.',
  )
})

test('who waits for a confirmation reads whose it is, and until when', () => {
  const sent = owed({ status: 'PENDING_CONFIRMATION', answer_due: '2026-11-15T12:00:00Z' })
  expect(stepOf([sent])).toBe(
    'Aguarde a confirmação. O seu comprovante foi enviado. Davi tem até domingo, 15/11, para confirmar.',
  )
  expect(stepOf([owed({ status: 'PENDING_CONFIRMATION' })])).toMatch(/Falta Davi confirmar\.$/)
  expect(stepOf([{ ...sent, late: true }])).toBe(
    'Aguarde a confirmação. Davi não respondeu até domingo, 15/11, e a administração foi avisada. Você não precisa fazer nada.',
  )
})

test('a receipt under an open problem is neither to be confirmed nor waited for: it is to be decided', () => {
  const reported = { status: 'PENDING_CONFIRMATION', is_reported: true, report_resolved: false } as const
  const due = { answer_due: '2026-11-15T12:00:00Z', late: true } as const
  const sent = owed({ ...reported, ...due, amount: 100 })
  expect(stepOf([sent])).toBe(
    'Há um problema em aberto com Davi. O seu comprovante de R$ 100,00 foi enviado. A administração vai decidir: não pague de novo antes disso.',
  )
  const came = owed({
    ...sent,
    id: 'd2',
    receipt_amount: null,
    donor: { name: 'Elza Reis', firstName: 'Elza' } as never,
  })
  const receives = (toReceive: readonly Donation[], toSend: readonly Donation[] = []) =>
    nextStep(toSend, toReceive, NOW, inRoda).title.replaceAll('\u00a0', ' ')
  expect(receives([came])).toBe('Há um problema em aberto com Elza')
  expect(nextStep([], [came], NOW, inRoda).text.replaceAll('\u00a0', ' ')).toBe(
    'São R$ 100,00. A administração vai decidir. Se o dinheiro chegou, confirme.',
  )
  // It hides nothing that is to be done.
  expect(receives([came, { ...came, id: 'd3', is_reported: false }])).toBe('Confira R$ 100,00 de Elza Reis')
  expect(receives([came], [owed({})])).toBe('Doe R$ 100,00 para Davi Andrade')
  expect(receives([{ ...came, report_resolved: true }])).toBe('Confira R$ 100,00 de Elza Reis')
})

test('what may be paid comes before what waits for a decision, whichever is due first', () => {
  const held = owed({ clock_stopped: { until: null, ends: null }, deadline: '2026-11-12T12:00:00Z' })
  expect(stepOf([held, owed({ id: 'd2' })])).toBe('Doe R$ 100,00 para Davi Andrade. Até 10/12, quinta.')
})

test('who only reads still owes what was not paid yet, and nothing that waits for its confirmation', () => {
  const sent = owed({ status: 'PENDING_CONFIRMATION' })
  expect(stillOwed([sent])).toBe(0)
  expect(stillOwed([sent, owed({ missing: 40 }), owed({ waiting: true, missing: 60 })])).toBe(100)
})

test('that nothing is to be done stands alone on all that was read: no obligation does, nor an answer with something to do', () => {
  const turn = { title: 'A sua vez', text: 'Nada a fazer agora.', action: null, to: '/donations' } as const
  const terms = { ...turn, action: 'Ler os termos' }
  const rests = (toSend: readonly Donation[], more = {}) => {
    const given = { ...inRoda, ...more }
    return isResting(nextStep(toSend, [], NOW, given), given.rest)
  }
  expect([rests([]), rests([], { rest: turn })]).toEqual([true, true])
  expect([rests([owed({})]), rests([], { rest: terms }), rests([], { other: terms, rest: turn })]).toEqual([
    false,
    false,
    false,
  ])
  expect(rests([], { isApproved: false })).toBe(false)
})
