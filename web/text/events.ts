import type { Command } from '#circle/circle.ts'
import type { CircleEvent, EventKind, EventOfKind } from '#circle/state.ts'
import { COMMAND_KIND } from '#circle/ledger/entry.ts'
import { isRecordKind } from '#circle/ledger/records.ts'
import { lastDayBefore } from '#contracts/age.ts'
import { donationTypeLabel } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { dayText, momentText, monthText } from './dates.ts'
import type { NameOf } from './name-of.ts'
import { say, speaksOfRoda } from '#web/text/say.ts'
import { describeRecord } from './records.ts'

type Words = { readonly [K in EventKind]: (event: EventOfKind<K>, name: NameOf) => string | null }

type Given = {
  readonly donorId: string
  readonly receiverId: string | null
  readonly amountCents: number
  readonly type: string
}

const money = (cents: number) => moneyText(cents / 100)
const ofPart = (cents: number | undefined) => (cents === undefined ? '' : ` de ${money(cents)}`)

const gift = ({ donorId, receiverId, amountCents, type }: Given, name: NameOf) =>
  `${money(amountCents)} de ${name(donorId)} para ${name(receiverId)} (${donationTypeLabel(type)})`
const position = (number: number) => (speaksOfRoda() ? String(number) : `#${String(number).padStart(3, '0')}`)

const removals = {
  removed: 'retirado pela administração',
  completed: 'concluiu o nível',
  left: 'a pessoa saiu do círculo',
  suspended: 'a conta foi suspensa',
} as const
const ends = { RESOLVED: 'Um report foi resolvido', DISMISSED: 'Um report foi dispensado' } as const
const outcomes = { keep: '', confirm: ': a doação foi confirmada', cancel: ': a doação foi cancelada' } as const

/** Each event of the ledger in a sentence; null for the circle's founding, which is nobody's doing in it. */
const words: Words = {
  'circle.created': () => null,
  'circle.plan_changed': () => 'O plano do círculo mudou',
  'member.approved': ({ memberId }, name) => `O cadastro de ${name(memberId)} foi aprovado`,
  'member.suspended': ({ memberId }, name) => `A conta de ${name(memberId)} foi suspensa`,
  'member.left': ({ memberId }, name) => `${name(memberId)} saiu do círculo`,
  'member.reinstated': ({ memberId }, name) => `${name(memberId)} participa do círculo de novo`,
  'member.completed_circle': ({ memberId }, name) => say`${name(memberId)} concluiu todos os níveis`,
  'member.reentry_allowed': ({ memberId }, name) => `${name(memberId)} já pode ter um lugar de novo`,
  'member.passed_over': ({ memberId }, name) =>
    `${name(memberId)} não contribui nem recebe enquanto não aceitar os termos em vigor`,
  'member.served_again': ({ memberId }, name) => `${name(memberId)} volta a contribuir e a receber`,
  'shares.taken': ({ memberId, shares }, name) =>
    `${name(memberId)} ficou com ${counted(shares, 'lugar', 'lugares')} na roda`,
  'entry.placed': ({ memberId, level, position: at }, name) =>
    say`${name(memberId)} entrou na fila N${level}, posição ${position(at)}`,
  'entry.removed': ({ memberId, level, reason }, name) =>
    say`${name(memberId)} deixou o lugar na fila N${level} (${say(removals[reason])})`,
  'entry.moved': ({ level, moves }) =>
    moves.length === 1
      ? say`Um lugar mudou de posição na fila N${level}`
      : say`${moves.length} lugares mudaram de posição na fila N${level}`,
  'receiver.set': ({ memberId, level }, name) => say`${name(memberId)} passou a ser receptor na fila N${level}`,
  'receiver.unset': ({ memberId, level }, name) => say`${name(memberId)} deixou de ser receptor na fila N${level}`,
  'queue.change_undone': ({ level, seq }) => say`A mudança do lançamento ${seq} na fila N${level} foi desfeita`,
  'circle.brought_in': ({ places }) =>
    `A roda entrou já começada, com ${places.length} pessoas: até aqui foram dados ${money(places.reduce((sum, { givenCents }) => sum + givenCents, 0))}`,
  'queue.drawn': ({ level, places }) =>
    say`A ordem sorteada ou combinada por todos passou a valer na fila N${level}: ${places.length} lugares`,
  'turns.swapped': ({ memberId, otherId }, name) => `${name(memberId)} e ${name(otherId)} trocaram de vez, de acordo`,
  'place.handed_over': ({ memberId, newcomerId, givenCents, receivedCents }, name) =>
    `${name(memberId)} passou o lugar a ${name(newcomerId)}, com ${money(givenCents)} dados e ${money(receivedCents)} recebidos`,
  'rotation.begun': ({ rotation }) => `Começou a ${rotation}ª volta, com as mesmas pessoas`,
  'contribution.paused': ({ memberId, until, deadlineAt }, name) =>
    `A contribuição deste mês de ${name(memberId)} ficou para depois: de ${dayText(new Date(until).toISOString())} a ${dayText(lastDayBefore(deadlineAt))}`,
  'contribution.counted': ({ memberId, period }, name) =>
    `${name(memberId)} já tinha adiantado a contribuição de ${monthText(period)}`,
  'turn.started': ({ memberId, level }, name) => say`Começou a vez de ${name(memberId)} no nível ${level}`,
  'turn.completed': ({ memberId, level, receivedCents }, name) =>
    say`${name(memberId)} completou o nível ${level} com ${money(receivedCents)} recebidos`,
  'turn.ended': ({ memberId, level }, name) => say`A vez de ${name(memberId)} no nível ${level} terminou`,
  'obligation.owed': ({ memberId, amountCents, type, ahead, period }, name) =>
    ahead && period
      ? `${name(memberId)} adiantou a contribuição de ${monthText(period)}, ${money(amountCents)}`
      : `${name(memberId)} passou a dever ${money(amountCents)} (${donationTypeLabel(type)})`,
  'obligation.void': ({ memberId, amountCents, type }, name) =>
    `${name(memberId)} não deve mais ${money(amountCents)} (${donationTypeLabel(type)})`,
  'donation.matched': (event, name) => `Doação a fazer: ${gift(event, name)}`,
  'donation.handed_over': (event, name) => `Doação em aberto, agora: ${gift(event, name)}`,
  'donation.receipt_sent': ({ donorId, cents }, name) => `${name(donorId)} enviou um comprovante${ofPart(cents)}`,
  'donation.receipt_replaced': ({ donorId, cents }, name) => `${name(donorId)} trocou o comprovante${ofPart(cents)}`,
  'donation.receipt_rejected': ({ receiverId, deadlineAt }, name) =>
    `${name(receiverId)} disse que o dinheiro não chegou: outro comprovante até ${momentText(new Date(deadlineAt).toISOString())}`,
  'donation.part_confirmed': ({ cents, ...event }, name) =>
    `Parte confirmada: ${money(cents)} da doação de ${gift(event, name)}`,
  'donation.confirmed': ({ cents, ...event }, name) =>
    cents === undefined
      ? `Recebimento confirmado: ${gift(event, name)}`
      : `Recebimento confirmado: ${money(cents)}, o que faltava da doação de ${gift(event, name)}`,
  'donation.expired': (event, name) => `Prazo vencido sem pagamento: ${gift(event, name)}`,
  'donation.late': (event, name) => `Prazo vencido, ainda a pagar: ${gift(event, name)}`,
  'donation.cancelled': (event, name) => `Doação cancelada: ${gift(event, name)}`,
  'donation.deadline_moved': ({ deadlineAt }) =>
    `O prazo de uma doação passou para ${momentText(new Date(deadlineAt).toISOString())}`,
  'donation.reported': ({ reporterId }, name) =>
    reporterId === null ? 'Foi aberto um caso sobre uma doação' : `${name(reporterId)} reportou uma doação`,
  'report.status_changed': ({ status }) =>
    status === 'INVESTIGATING' ? say('Um report está em investigação') : say('Um report voltou a aguardar análise'),
  'report.ended': ({ status, outcome }) => `${say(ends[status])}${outcomes[outcome]}`,
  'appeal.decided': ({ decision, outcome }) =>
    decision === 'UPHELD'
      ? 'Um recurso foi decidido: a primeira decisão vale'
      : `Um recurso mudou uma decisão${outcomes[outcome]}`,
  'upgrade.accepted': ({ memberId, fromLevel, toLevel }, name) =>
    say`${name(memberId)} aceitou o upgrade do nível ${fromLevel} para o ${toLevel}`,
  'pull.generated': ({ period, created, receivers, skipped, skippedWithoutConsent = 0 }) =>
    [
      say`PULL mensal de ${monthText(period)}: ${counted(created, 'doação criada', 'doações criadas')}`,
      counted(receivers, say('receptor'), say('receptores')),
      counted(skipped, 'já existente', 'já existentes'),
      ...(skippedWithoutConsent > 0
        ? [`${counted(skippedWithoutConsent, 'pessoa', 'pessoas')} sem aceite dos termos`]
        : []),
    ].join(', '),
}

const commands: Readonly<Record<Command['kind'], string>> = {
  create_circle: 'criar o círculo',
  change_plan: 'mudar o plano',
  approve_member: 'aprovar um cadastro',
  depart_member: 'registrar uma saída do círculo',
  reinstate_member: 'reintegrar uma pessoa',
  place: 'dar um lugar',
  remove: 'tirar um lugar',
  swap: 'trocar dois lugares',
  move_to_end: 'levar um lugar ao fim',
  reorder: 'mudar um lugar de posição',
  set_receiver: 'passar a recepção a outra pessoa',
  next_receiver: 'passar a recepção adiante',
  edit_entry: 'alterar um lugar',
  take_shares: 'escolher quantos lugares ter na roda',
  swap_turns: 'trocar de vez, de acordo',
  hand_over: 'passar um lugar a quem vem de fora',
  begin_rotation: 'começar outra volta',
  bring_in: 'trazer a roda que já tinha começado',
  pause_month: 'deixar a contribuição de um mês para depois',
  pay_ahead: 'adiantar a contribuição de um mês',
  serve_again: 'voltar a designar doações a quem aceitou os termos',
  generate_pull: 'pedir as contribuições do mês',
  send_receipt: 'enviar um comprovante',
  reject_receipt: 'recusar um comprovante',
  confirm: 'confirmar um recebimento',
  expire: 'encerrar prazos vencidos',
  report: 'reportar uma doação',
  open_case: 'abrir um caso sobre uma doação',
  set_report_status: 'mudar a situação de um report',
  resolve_report: 'decidir um report',
  decide_appeal: 'decidir um recurso',
  accept_upgrade: 'aceitar um upgrade',
  apply_draw: 'aplicar a ordem sorteada ou combinada por todos',
  undo: 'desfazer a última mudança de lugares',
}

/** A command in words: the entries after it are what the rules made of it. */
export function describeCommand(payload: Readonly<Record<string, unknown>>): string {
  const { kind } = (payload['command'] ?? {}) as { kind?: string }
  const text = commands[kind as Command['kind']] as string | undefined
  return `Pedido: ${text === undefined ? (kind ?? 'sem conteúdo') : say(text)}`
}

/** Events that come many at a time are summed up in one sentence with their count. */
const manyWords: Partial<Record<EventKind, string>> = {
  'entry.moved': 'mudanças de posição',
  'receiver.set': 'pessoas passaram a ser receptoras',
  'receiver.unset': 'pessoas deixaram de ser receptoras',
  'turn.started': 'vezes começaram',
  'turn.ended': 'vezes terminaram',
  'obligation.owed': 'doações passaram a ser devidas',
  'contribution.counted': 'contribuições já estavam adiantadas',
  'obligation.void': 'doações deixaram de ser devidas',
  'donation.matched': 'doações ganharam receptor',
  'donation.handed_over': 'doações em aberto mudaram de pessoa',
  'donation.expired': 'doações venceram sem pagamento',
  'donation.late': 'doações venceram e ainda podem ser pagas',
  'donation.cancelled': 'doações foram canceladas',
}

/**
 * One event in words; null for a command, whose events say what came of it. An event that this version does not know is
 * said to be one, rather than hidden.
 */
export function describeEvent(kind: string, payload: Readonly<Record<string, unknown>>, name: NameOf): string | null {
  if (kind === COMMAND_KIND) return null
  if (isRecordKind(kind)) return describeRecord(kind, payload, name)
  if (!Object.hasOwn(words, kind)) return `Evento ${kind}`
  // A ledger's payload is that of its kind: the rules wrote it.
  return words[kind as EventKind]({ kind, ...payload } as CircleEvent as never, name)
}

/** Several events of one kind in words; null when they are better said one by one. */
export function describeEvents(kind: string, count: number): string | null {
  const noun = manyWords[kind as EventKind]
  return noun === undefined ? null : `${count} ${say(noun)}`
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
