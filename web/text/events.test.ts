import { FOREIGN_TO_A_RODA } from '#contracts/roda-words.ts'
import { speakOfRoda } from '#web/text/say.ts'
import { afterEach, expect, test } from 'vitest'
import { describeCommand, describeEvent } from './events.ts'

const names: Record<string, string> = { ana: 'Ana Lima', bento: 'Bento Luz' }
const name = (id: string | null) => (id === null ? 'Conta administrativa' : (names[id] ?? 'Alguém'))
afterEach(() => speakOfRoda(false))

const gift = {
  donationId: 'd',
  obligationId: 'o',
  donorId: 'ana',
  receiverId: 'bento',
  turnId: 't',
  type: 'PULL',
  amountCents: 10_000,
  target: 1,
}

test('every kind of event has its sentence, and one of a newer version is not hidden', () => {
  const payload = {
    ...gift,
    memberId: 'ana',
    level: 2,
    position: 3,
    reason: 'removed',
    moves: [{}],
    receivedCents: 30_000,
    deadlineAt: Date.UTC(2026, 10, 10, 15),
    reporterId: 'bento',
    status: 'RESOLVED',
    outcome: 'cancel',
    fromLevel: 1,
    toLevel: 2,
    period: '2026-11',
    created: 2,
    receivers: 2,
    skipped: 1,
  }
  const said = (kind: string) => describeEvent(kind, payload, name)
  expect(said('circle.created')).toBeNull()
  expect(said('upgrade.accepted')).toBe('Ana Lima aceitou o upgrade do nível 1 para o 2')
  expect(said('report.ended')).toBe('Um report foi resolvido: a doação foi cancelada')
  expect(said('donation.reported')).toBe('Bento Luz reportou uma doação')
  expect(said('turn.completed')).toMatch(/^Ana Lima completou o nível 2 com R\$\s300,00 recebidos$/)
  expect(said('entry.removed')).toBe('Ana Lima deixou o lugar na fila N2 (retirado pela administração)')
  expect(said('donation.deadline_moved')).toBe('O prazo de uma doação passou para 10/11, 12:00')
  expect(said('something.new')).toBe('Evento something.new')
  // Somebody with two places stands in an order twice.
  const drawn = { ...payload, memberIds: 'ana,bento,ana' }
  expect(describeEvent('draw.begun', drawn, name)).toBe('Começou o sorteio da ordem entre 2 pessoas')
  expect(describeEvent('order.proposed', drawn, name)).toBe('Foi proposta uma ordem das 2 pessoas')
  expect(describeEvent('donation.confirmed', { ...gift, receiverId: null, type: 'ADM_N3' }, name)).toContain(
    'para Conta administrativa (ADM N3)',
  )
})

test('every command is said as a request, and one that this version does not know is not hidden', () => {
  expect(describeCommand({ command: { kind: 'generate_pull' }, ids: [] })).toBe('Pedido: pedir as contribuições do mês')
  expect(describeCommand({ command: { kind: 'gift' } })).toBe('Pedido: gift')
  expect(describeCommand({})).toBe('Pedido: sem conteúdo')
})

test('a month’s contributions are told in a roda’s words', () => {
  speakOfRoda(true)
  const said = describeEvent('pull.generated', { period: '2026-11', created: 4, receivers: 2, skipped: 0 }, name)
  expect(said).toBe('Contribuições de novembro de 2026: 4 doações criadas, 2 pessoas que recebem, 0 já existentes')
  expect(said).not.toMatch(FOREIGN_TO_A_RODA)
})
