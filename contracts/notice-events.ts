import { once } from '#circle/once.ts'
import { noticeRules } from './notices/notice.ts'
import type { NoticeKind } from './notices/notice.ts'

/** The ways a notice reaches somebody beside their inbox, where it always stands. */
export const noticeChannels = ['email', 'push'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** The groups of the table in which people choose, in its order. */
export const noticeGroups = {
  contributions: 'Contribuições',
  payments: 'Pagamentos',
  cases: 'Casos',
  circle: 'A roda',
  administration: 'Administração',
  access: 'Acesso e chaves',
} as const
export type NoticeGroup = keyof typeof noticeGroups

type EventRule = {
  readonly group: NoticeGroup
  /** The event as a person calls it, in the table. */
  readonly label: string
  /** The sentence on a lock screen: no amount, no name, no key. */
  readonly short: string
  readonly for: 'member' | 'administrator' | 'everybody'
  /** Whether a phone says it unless its person chose otherwise. */
  readonly push: boolean
  /** Told at once, also at night and beyond the day's number: somebody else could be acting in the person's name. */
  readonly isUrgent?: true
  /** Speaks of what was known before, so that its e-mail too waits for the morning. */
  readonly isReminder?: true
}

/** The events that people choose by: each is one row of the table, and holds one or more kinds of notices. */
export const noticeEvents = {
  'donation.to_pay': {
    group: 'contributions',
    label: 'Uma doação a fazer',
    short: 'Você tem uma doação a fazer.',
    for: 'member',
    push: true,
  },
  'donation.due': {
    group: 'contributions',
    label: 'Lembretes do prazo',
    short: 'Lembrete do prazo de uma doação sua.',
    for: 'member',
    push: true,
    isReminder: true,
  },
  'donation.owed': {
    group: 'contributions',
    label: 'Algo a doar, ainda sem a quem',
    short: 'Há algo novo nas suas doações.',
    for: 'member',
    push: false,
  },
  'donation.changed': {
    group: 'contributions',
    label: 'Uma doação que venceu, mudou de prazo ou foi cancelada',
    short: 'Uma doação sua mudou.',
    for: 'member',
    push: true,
  },
  'payment.to_come': {
    group: 'payments',
    label: 'Uma doação a caminho de você',
    short: 'Uma doação está a caminho de você.',
    for: 'member',
    push: true,
  },
  'payment.receipt': {
    group: 'payments',
    label: 'Um comprovante para conferir',
    short: 'Chegou um comprovante para você conferir.',
    for: 'member',
    push: true,
  },
  'payment.due': {
    group: 'payments',
    label: 'Lembretes de um comprovante sem resposta',
    short: 'Um comprovante espera a sua resposta.',
    for: 'member',
    push: true,
    isReminder: true,
  },
  'payment.answer': {
    group: 'payments',
    label: 'A resposta ao seu comprovante',
    short: 'Há uma resposta ao seu comprovante.',
    for: 'member',
    push: true,
  },
  'case.opened': {
    group: 'cases',
    label: 'Um problema sobre uma doação sua',
    short: 'Um problema foi avisado sobre uma doação sua.',
    for: 'member',
    push: true,
  },
  'case.asked': {
    group: 'cases',
    label: 'Uma resposta que pedem de você',
    short: 'Pedem uma resposta sua em um caso.',
    for: 'member',
    push: true,
  },
  'case.news': {
    group: 'cases',
    label: 'Novidades e decisões em um caso seu',
    short: 'Há algo novo em um caso seu.',
    for: 'member',
    push: true,
  },
  'circle.account': {
    group: 'circle',
    label: 'Seu cadastro aprovado',
    short: 'Seu cadastro foi aprovado.',
    for: 'member',
    push: true,
  },
  'circle.turn': {
    group: 'circle',
    label: 'A sua vez de receber',
    short: 'Há novidade sobre a sua vez.',
    for: 'member',
    push: true,
  },
  'circle.place': {
    group: 'circle',
    label: 'O seu lugar',
    short: 'O seu lugar mudou.',
    for: 'member',
    push: false,
  },
  'circle.rules': {
    group: 'circle',
    label: 'Os termos, o nome, os prazos e os aparelhos novos do círculo',
    short: 'Algo mudou no seu círculo.',
    for: 'member',
    push: true,
  },
  'circle.fiscals': {
    group: 'circle',
    label: 'Os fiscais da roda, e o que espera por você como fiscal',
    short: 'Há novidade sobre os fiscais da roda.',
    for: 'member',
    push: true,
  },
  'administration.reports': {
    group: 'administration',
    label: 'Um problema para olhar',
    short: 'Há algo novo em um caso.',
    for: 'administrator',
    push: true,
  },
  'administration.late': {
    group: 'administration',
    label: 'Um comprovante sem resposta no prazo',
    short: 'Há comprovantes sem resposta no prazo.',
    for: 'administrator',
    push: true,
  },
  'administration.approvals': {
    group: 'administration',
    label: 'Propostas e aprovações',
    short: 'Há algo novo em uma proposta.',
    for: 'administrator',
    push: true,
  },
  'administration.team': {
    group: 'administration',
    label: 'Quem administra, e quem leva os dados de todos',
    short: 'Algo mudou na administração da Ciranda.',
    for: 'administrator',
    push: true,
    isUrgent: true,
  },
  'administration.calendar': {
    group: 'administration',
    label: 'O calendário de contribuições',
    short: 'O calendário de contribuições tem notícia.',
    for: 'administrator',
    push: true,
  },
  'administration.beginning': {
    group: 'administration',
    label: 'O começo de uma roda que já existia',
    short: 'Há algo novo no começo da roda.',
    for: 'administrator',
    push: true,
  },
  'administration.backup': {
    group: 'administration',
    label: 'Cópias da Ciranda',
    short: 'Há algo a ver nas cópias da Ciranda.',
    for: 'administrator',
    push: true,
  },
  'access.approvals': {
    group: 'access',
    label: 'Propostas que tocam você',
    short: 'Uma proposta da administração toca você.',
    for: 'member',
    push: true,
  },
  'access.account': {
    group: 'access',
    label: 'Entradas, senha e situação da conta',
    short: 'Algo mudou no acesso à sua conta.',
    for: 'everybody',
    push: true,
    isUrgent: true,
  },
  'access.devices': {
    group: 'access',
    label: 'Aparelhos que assinam por você, e quem ajuda',
    short: 'Há algo novo sobre quem assina por você.',
    for: 'everybody',
    push: true,
    isUrgent: true,
  },
  'access.payment_key': {
    group: 'access',
    label: 'Chaves de pagamento',
    short: 'Algo mudou em uma chave de pagamento.',
    for: 'member',
    push: true,
    isUrgent: true,
  },
} as const satisfies Readonly<Record<string, EventRule>>

export type NoticeEvent = keyof typeof noticeEvents

/** The row of the table that each kind of notice belongs to: a new kind does not compile without one. */
export const eventOf: { readonly [K in NoticeKind]: NoticeEvent } = {
  'account.approved': 'circle.account',
  'account.suspended': 'access.account',
  'account.reinstated': 'access.account',
  'access.reset': 'access.account',
  'access.email_changed': 'access.account',
  'access.own_email_changed': 'access.account',
  'access.password_changed': 'access.account',
  'access.data_changed': 'access.account',
  'access.recovered': 'access.account',
  'access.phone_lost': 'access.account',
  'access.phone_back': 'access.account',
  'access.phone_code': 'access.account',
  'party.phone_lost': 'access.account',
  'party.phone_back': 'access.account',
  'administration.phone': 'administration.team',
  'access.new_device': 'access.account',
  'access.passkey_added': 'access.account',
  'access.passkey_removed': 'access.account',
  'access.codes_made': 'access.account',
  'access.letter_opened': 'access.account',
  'key.added': 'access.devices',
  'key.waits': 'access.devices',
  'key.waits_of_other': 'circle.rules',
  'key.removed': 'access.devices',
  'act.unsigned': 'access.devices',
  'helper.named': 'access.devices',
  'helper.ended': 'access.devices',
  'helper.acted': 'access.devices',
  'key.asked': 'access.payment_key',
  'key.changed': 'access.payment_key',
  'key.holds': 'access.payment_key',
  'key.objected': 'access.payment_key',
  'key.withdrawn': 'access.payment_key',
  'key.of_receiver': 'access.payment_key',
  'place.given': 'circle.place',
  'place.moved': 'circle.place',
  'place.lost': 'circle.place',
  'place.receiver': 'circle.turn',
  'place.no_receiver': 'circle.turn',
  'draw.begun': 'circle.turn',
  'draw.opening': 'circle.turn',
  'draw.done': 'circle.turn',
  'draw.lapsed': 'circle.turn',
  'order.proposed': 'circle.turn',
  'order.ended': 'circle.turn',
  'turn.moved': 'circle.turn',
  'turn.completed': 'circle.turn',
  'turns.swapped': 'circle.turn',
  'circle.brought_in': 'circle.turn',
  'beginning.asked': 'circle.turn',
  'beginning.contested': 'administration.beginning',
  'beginning.ready': 'administration.beginning',
  'swap.asked': 'circle.turn',
  'swap.ended': 'circle.turn',
  'substitute.asked': 'circle.place',
  'substitute.accepted': 'circle.place',
  'substitute.ended': 'circle.place',
  'substitute.waits': 'administration.approvals',
  'place.handed_over': 'circle.place',
  'donation.to_pay': 'donation.to_pay',
  'donation.due': 'donation.due',
  'donation.reminder': 'donation.due',
  'donation.reminder_late': 'donation.due',
  'donation.schedule_over': 'donation.due',
  'donation.scheduled': 'payment.to_come',
  'donation.owed': 'donation.owed',
  'donation.released': 'donation.changed',
  'donation.expired': 'donation.changed',
  'donation.cancelled': 'donation.changed',
  'donation.late': 'donation.changed',
  'donation.deadline_moved': 'donation.changed',
  'donation.paused': 'donation.changed',
  'donation.handed_over': 'donation.changed',
  'donation.to_come': 'payment.to_come',
  'donation.receipt_sent': 'payment.receipt',
  'donation.receipt_replaced': 'payment.receipt',
  'donation.receipt_rejected': 'payment.answer',
  'donation.to_answer': 'payment.due',
  'donation.answer_overdue': 'payment.due',
  'donation.unanswered': 'payment.answer',
  'donation.answers_late': 'administration.late',
  'donation.confirmed': 'payment.answer',
  'donation.part_confirmed': 'payment.answer',
  'donation.settled': 'payment.answer',
  'case.opened': 'case.opened',
  'case.moved': 'case.news',
  'case.ended': 'case.news',
  'case.said': 'case.news',
  'case.asked': 'case.asked',
  'case.to_review': 'administration.reports',
  'case.appealed': 'case.news',
  'case.appeal_decided': 'case.news',
  'case.appeal_waits': 'administration.reports',
  'terms.changed': 'circle.rules',
  'circle.renamed': 'circle.rules',
  'circle.calendar_set': 'circle.rules',
  'circle.calendar_removed': 'circle.rules',
  'circle.answer_days_set': 'circle.rules',
  'circle.closed': 'circle.rules',
  'circle.administrator_reset': 'circle.rules',
  'calendar.coming': 'donation.due',
  'calendar.pulled': 'administration.calendar',
  'calendar.refused': 'administration.calendar',
  'fiscal.named': 'circle.fiscals',
  'fiscal.withdrawn': 'circle.fiscals',
  'fiscal.begun': 'circle.fiscals',
  'fiscal.over': 'circle.fiscals',
  'fiscal.decides': 'circle.fiscals',
  'fiscal.appeal': 'circle.fiscals',
  'approval.touches_you': 'access.approvals',
  'approval.ended': 'access.approvals',
  'approval.waits_for_you': 'administration.approvals',
  'approval.closed': 'administration.approvals',
  'approval.objected': 'administration.approvals',
  'administrator.added': 'administration.team',
  'administrator.removed': 'administration.team',
  'administrator.access_reset': 'administration.team',
  'backup.failed': 'administration.backup',
  'backup.old': 'administration.backup',
  'backup.downloaded': 'administration.team',
  'archive.stopped': 'administration.backup',
  'archive.going': 'administration.backup',
}

/** The kinds of notices of an event; a test holds that each event has one, and all of them the same rule of letters. */
export function kindsOf(event: NoticeEvent): readonly NoticeKind[] {
  return (Object.keys(eventOf) as NoticeKind[]).filter((kind) => eventOf[kind] === event)
}

/** The rule of an event, with every field that it may have. */
export function eventRule(event: NoticeEvent): EventRule {
  return noticeEvents[event]
}

/** Whether an event reaches its person by every channel they have, and cannot be switched off. */
export function isAlwaysTold(event: NoticeEvent): boolean {
  return noticeRules[kindsOf(event)[0]!].letter === 'always'
}

/** One box of the table. */
export type NoticeBox = `${NoticeEvent}:${NoticeChannel}`

/** The boxes that a person set otherwise than the table proposes. */
export type NoticeChoices = Readonly<Partial<Record<NoticeBox, boolean>>>

export const noticeBoxes = (Object.keys(noticeEvents) as NoticeEvent[]).flatMap((event) =>
  noticeChannels.map((channel): NoticeBox => `${event}:${channel}`),
)

/** Whether a person wants an event by a channel: what is told always, then their own choice, then the table's. */
export function isWanted(choices: NoticeChoices, event: NoticeEvent, channel: NoticeChannel): boolean {
  if (isAlwaysTold(event)) return true
  const usual = channel === 'push' ? noticeEvents[event].push : noticeRules[kindsOf(event)[0]!].letter !== 'never'
  return choices[`${event}:${channel}`] ?? usual
}

const hourOfDay = once(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', hour: '2-digit', hourCycle: 'h23' }),
)

/** The hour in São Paulo, 0 to 23. */
export function hourIn(at: number): number {
  return Number(hourOfDay().format(at))
}

const QUIET_FROM = 21
const QUIET_UNTIL = 8

/** Whether it is night in São Paulo, 21 to 8: phones and reminders are then silent. */
export function isQuiet(at: number): boolean {
  const hour = hourIn(at)
  return hour >= QUIET_FROM || hour < QUIET_UNTIL
}

/** From this hour on what was held back during the day is told in one digest. */
export const DIGEST_HOUR = 20
/** The most that a phone rings in a day for what is not urgent; the rest comes in the digest. */
export const PUSHES_A_DAY = 3
