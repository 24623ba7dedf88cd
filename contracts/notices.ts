import { z } from 'zod'
import { once } from '#circle/once.ts'
import type { ActKind } from '#circle/ledger/signed-act.ts'
import type { ApprovalKind, ApprovalState } from './approvals.ts'
import { archiveFaultTexts } from './backups.ts'
import type { ArchiveFault } from './backups.ts'
import { defineCall } from './call.ts'
import { paged } from './entities.ts'
import { errorMessage } from './errors.ts'
import type { ErrorCode } from './errors.ts'
import type { AdministratorRole } from './forms/administrators.ts'
import { approvalKindLabels } from './labels.ts'
import type { AppealDecision, DonationOutcome } from './labels.ts'
import { centsText } from './money-text.ts'
import { monthName } from './month-name.ts'
import { pageFields } from './query.ts'
import { turnMoveText } from './turn-move-text.ts'
import type { TurnMove } from './turn-moves.ts'

type Donations = { readonly count: number; readonly amountCents: number; readonly donationId: string }
type Place = { readonly level: number; readonly position: number }
type Level = { readonly level: number }
/** Notices from before each led to its proposal have no id. */
type Proposal = { readonly change: ApprovalKind; readonly approvalId?: string }
type Proposed = Proposal & { readonly dueAt: number | null }
type Ended = Proposal & {
  readonly state: Exclude<ApprovalState, 'proposed'>
  /** Why it could not be done. */
  readonly reason: ErrorCode | null
}
/** Notices from before both parties could read a case have no report. */
type Case = { readonly donationId: string; readonly reportId?: string }
/** Why the administration did it, in its words; notices from before it was asked for have none. */
type Told = { readonly reason?: string }
type Nothing = Readonly<Record<string, never>>

/**
 * Why a calendar asked for nothing in a month: fewer than two people have a place, or others than the plan was shown for,
 * nobody owes anything, the rules refused, or no process ran before the month was over.
 */
export type CalendarRefusal = 'few' | 'off_plan' | 'nobody' | 'refused' | 'stopped'

/** The part of a circle's terms that changed. */
export type TermsPart = 'plan' | 'operator' | 'text'

/** The fields that name a person or are a way back in: a change of them by the administration is told. */
export const TOLD_FIELDS = ['name', 'phone', 'cpf'] as const
const toldFieldLabels = { name: 'o seu nome', phone: 'o seu telefone', cpf: 'o seu CPF' } as const
const inOneSentence = new Intl.ListFormat('pt-BR')

/** The facts of a notice of each kind: ids, amounts in centavos, numbers and times in epoch milliseconds. */
export type NoticeFacts = {
  readonly 'account.approved': Nothing
  readonly 'account.suspended': Told & { readonly isRemoval?: boolean }
  readonly 'account.reinstated': Told
  readonly 'access.reset': Nothing
  readonly 'key.added': { readonly device: string }
  readonly 'key.removed': { readonly device: string }
  readonly 'act.unsigned': { readonly act: ActKind }
  readonly 'access.email_changed': Nothing
  readonly 'access.own_email_changed': Nothing
  readonly 'access.password_changed': Nothing
  readonly 'access.data_changed': { readonly fields: readonly (typeof TOLD_FIELDS)[number][] }
  readonly 'access.recovered': Nothing
  readonly 'access.new_device': { readonly device: string }
  readonly 'access.passkey_added': { readonly device: string }
  readonly 'access.passkey_removed': { readonly device: string }
  readonly 'access.codes_made': Nothing
  readonly 'access.letter_opened': Nothing
  readonly 'place.given': Place & Told
  readonly 'place.moved': Place & Told
  readonly 'place.lost': Level & Told
  readonly 'place.receiver': Level & Told
  readonly 'place.no_receiver': Level & Told
  /** The order that was drawn, and the place that it gives. */
  readonly 'draw.done': Place
  readonly 'draw.begun': { readonly joinUntil: number }
  readonly 'draw.opening': { readonly openUntil: number }
  readonly 'draw.lapsed': Nothing
  readonly 'turn.moved': Level & TurnMove
  readonly 'turn.completed': Level & { readonly receivedCents: number }
  readonly 'donation.to_pay': Donations & { readonly deadlineAt: number }
  readonly 'donation.reminder': Donations & { readonly deadlineAt: number }
  readonly 'donation.reminder_late': Donations & { readonly deadlineAt: number }
  readonly 'donation.due': { readonly donationId: string; readonly amountCents: number; readonly deadlineAt: number }
  readonly 'donation.to_come': Donations
  readonly 'donation.owed': Omit<Donations, 'donationId'>
  readonly 'donation.released': Omit<Donations, 'donationId'>
  readonly 'donation.receipt_sent': Donations
  readonly 'donation.receipt_replaced': Donations
  readonly 'donation.receipt_rejected': Donations & { readonly deadlineAt: number }
  readonly 'donation.to_answer': Donations & { readonly dueAt: number }
  readonly 'donation.unanswered': Donations
  readonly 'donation.answer_overdue': Donations
  /** For administrators: so many receipts of a circle that nobody answered in time. */
  readonly 'donation.answers_late': { readonly count: number }
  readonly 'donation.confirmed': Donations
  readonly 'donation.settled': Donations
  readonly 'donation.expired': Donations
  readonly 'donation.cancelled': Donations
  readonly 'donation.deadline_moved': { readonly donationId: string; readonly deadlineAt: number }
  readonly 'case.opened': Case & { readonly byAdministration?: true }
  readonly 'case.moved': Case
  readonly 'case.ended': Case & { readonly outcome?: DonationOutcome; readonly isDismissed?: boolean }
  readonly 'case.said': Case
  readonly 'case.asked': Case & { readonly until: string }
  readonly 'case.to_review': Case
  readonly 'case.appealed': Case
  readonly 'case.appeal_waits': Case
  readonly 'case.appeal_decided': Case & { readonly decision: AppealDecision; readonly outcome: DonationOutcome }
  readonly 'key.asked': { readonly by: 'member' | 'administration'; readonly holdsAt: number }
  readonly 'key.changed': Nothing
  readonly 'key.holds': Nothing
  readonly 'key.objected': Nothing
  readonly 'key.withdrawn': Nothing
  readonly 'key.of_receiver': Nothing
  readonly 'terms.changed': { readonly what: TermsPart; readonly isAccepted: boolean }
  readonly 'circle.renamed': Nothing
  readonly 'circle.calendar_set': { readonly day: number; readonly hour: number }
  readonly 'circle.calendar_removed': Nothing
  readonly 'circle.answer_days_set': { readonly days: number }
  readonly 'calendar.coming': { readonly period: string; readonly at: number; readonly amountCents: number }
  readonly 'calendar.pulled': { readonly period: string; readonly created: number; readonly withoutConsent: number }
  readonly 'calendar.refused': { readonly period: string; readonly reason: CalendarRefusal }
  readonly 'approval.touches_you': Proposed
  readonly 'approval.waits_for_you': Proposed
  readonly 'approval.ended': Ended
  readonly 'approval.closed': Ended
  readonly 'approval.objected': Proposal & { readonly isObjecting: boolean }
  readonly 'administrator.added': { readonly role: AdministratorRole }
  readonly 'administrator.removed': { readonly role: AdministratorRole }
  readonly 'backup.failed': { readonly isFull: boolean }
  readonly 'backup.old': { readonly lastAt: number | null }
  readonly 'backup.downloaded': Nothing
  readonly 'archive.stopped': { readonly lastAt: number | null; readonly fault: ArchiveFault | null }
  readonly 'archive.going': { readonly lastAt: number }
}

export type NoticeKind = keyof NoticeFacts

/** A notice to be given: its kind and its facts. */
export type Notice = { readonly [K in NoticeKind]: { readonly kind: K; readonly facts: NoticeFacts[K] } }[NoticeKind]

type Page =
  | '/calendar'
  | '/home'
  | '/draw'
  | '/accept-terms'
  | '/donations'
  | '/profile#acesso'
  | '/profile#aparelhos'
  | '/profile#chave'
  | '/admin/settings'
  | '/admin/dashboard'

type Rule<K extends NoticeKind> = {
  /** The page on which the person sees more. */
  readonly to: Page | ((facts: NoticeFacts[K]) => string)
  /**
   * Whether an e-mail says it too: always, where somebody else could be acting in the person's name; or unless they
   * switched e-mails off.
   */
  readonly letter: 'always' | 'usual' | 'never'
  readonly text: (facts: NoticeFacts[K]) => string
}

const moments = once(
  () =>
    new Intl.DateTimeFormat('pt-BR', {
      timeZone: 'America/Sao_Paulo',
      day: '2-digit',
      month: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
)
const money = centsText
const moment = (at: number) => moments().format(at)
const place = ({ level, position }: Place) => `nº ${position} da fila do nível ${level}`
const counted = ({ count }: { count: number }, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)

const ACTS: Readonly<Record<ActKind, string>> = {
  send_receipt: 'um comprovante foi enviado',
  reject_receipt: 'um comprovante foi recusado',
  confirm: 'uma doação foi confirmada',
  report: 'um report foi aberto',
  accept_upgrade: 'um upgrade foi aceito',
  accept_terms: 'os termos foram aceitos',
  join_draw: 'uma parte no sorteio foi tomada',
  leave: 'a saída do círculo foi feita',
}
const TERMS_PARTS: Readonly<Record<TermsPart, string>> = {
  plan: 'o plano é outro',
  operator: 'quem opera o círculo é outro',
  text: 'o texto é outro',
}
const NOT_YOU_HERE = 'Se não foi você, encerre as outras sessões no seu perfil e troque a senha.'
const NOT_YOU = 'Se não foi você que pediu, fale com a administração.'
const endings: Readonly<Record<Exclude<ApprovalState, 'proposed'>, string>> = {
  executed: 'foi feito o que estava proposto.',
  rejected: 'outra pessoa da administração recusou a proposta.',
  withdrawn: 'quem propôs retirou a proposta.',
  expired: 'a proposta perdeu a validade sem ser decidida.',
  failed: 'o que estava proposto não pôde ser feito.',
}
const decided: Readonly<Record<DonationOutcome, string>> = {
  keep: 'a doação continua como estava',
  confirm: 'a doação foi confirmada',
  cancel: 'a doação foi cancelada',
}
const calendarRefusals: Readonly<Record<CalendarRefusal, string>> = {
  few: 'menos de duas pessoas têm lugar na fila. Quando houver mais, peça à mão no Dashboard.',
  off_plan:
    'o plano foi mostrado para outro número de pessoas do que as que têm lugar. Espere as que faltam ou mude o plano, e peça à mão no Dashboard.',
  nobody: 'não havia quem devesse, ou ninguém aceitou os termos em vigor. Depois, peça à mão no Dashboard.',
  refused: 'as regras do círculo recusaram o pedido. Veja o círculo e peça à mão no Dashboard.',
  stopped: 'o servidor esteve parado até o mês acabar, e um mês passado não é mais pedido.',
}
/** 2026-11-25 as 25/11. */
const dayAndMonth = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`
const audits = (role: AdministratorRole) => (role === 'AUDITOR' ? 'acompanhar como auditor' : 'administrar a Ciranda')

/** Each notice in one sentence for the person whom it concerns, where it leads, and whether an e-mail says it too. */
export const noticeRules: { readonly [K in NoticeKind]: Rule<K> } = {
  'account.approved': { to: '/home', letter: 'usual', text: () => 'Seu cadastro foi aprovado.' },
  'account.suspended': {
    to: '/home',
    letter: 'always',
    text: ({ reason, isRemoval }) =>
      `${
        isRemoval
          ? 'A administração encerrou a sua participação no círculo.'
          : 'Sua conta foi suspensa pela administração.'
      } Você deixou os seus lugares e o que ainda não pagou.${because(reason)}`,
  },
  'account.reinstated': {
    to: '/home',
    letter: 'always',
    text: ({ reason }) => `Sua conta deixou de estar suspensa.${because(reason)}`,
  },
  'access.reset': {
    to: '/profile#acesso',
    letter: 'always',
    text: () =>
      'A administração deu uma senha provisória à sua conta. Com ela só se pode escolher outra. Se não foi você que pediu, fale com a administração.',
  },
  'key.added': {
    to: '/profile#aparelhos',
    letter: 'always',
    text: ({ device }) =>
      `Novo aparelho: ${device} agora assina por você. Se não foi você, retire o aparelho no seu perfil e troque a senha.`,
  },
  'key.removed': {
    to: '/profile#aparelhos',
    letter: 'always',
    text: ({ device }) =>
      `Aparelho retirado: ${device} não assina mais por você. Se não foi você, troque a senha e avise a administração.`,
  },
  'act.unsigned': {
    to: '/donations',
    letter: 'always',
    text: ({ act }) =>
      `Sem assinatura de um aparelho seu: ${ACTS[act]} em seu nome. Se não foi você, troque a senha e avise a administração.`,
  },
  'access.email_changed': {
    to: '/profile#acesso',
    letter: 'always',
    text: () => `A administração trocou o e-mail da sua conta. ${NOT_YOU}`,
  },
  'access.own_email_changed': {
    to: '/profile#acesso',
    letter: 'always',
    text: () => `O e-mail da sua conta foi trocado. ${NOT_YOU_HERE}`,
  },
  'access.password_changed': {
    to: '/profile#acesso',
    letter: 'always',
    text: () =>
      'A senha da sua conta foi trocada, e as outras sessões foram encerradas. Se não foi você, peça um código em Esqueci minha senha e avise a administração.',
  },
  'access.data_changed': {
    to: '/profile#acesso',
    letter: 'always',
    text: ({ fields }) =>
      `A administração mudou ${inOneSentence.format(fields.map((name) => toldFieldLabels[name]))} no seu cadastro. ${NOT_YOU}`,
  },
  'access.recovered': {
    to: '/profile#acesso',
    letter: 'always',
    text: () => `A sua senha foi trocada com um código de recuperação. ${NOT_YOU}`,
  },
  'access.new_device': {
    to: '/profile#acesso',
    letter: 'always',
    text: ({ device }) => `Entraram na sua conta por um aparelho novo: ${device}. ${NOT_YOU_HERE}`,
  },
  'access.passkey_added': {
    to: '/profile#acesso',
    letter: 'always',
    text: ({ device }) => `Uma chave de acesso foi criada na sua conta: ${device}. ${NOT_YOU_HERE}`,
  },
  'access.passkey_removed': {
    to: '/profile#acesso',
    letter: 'always',
    text: ({ device }) => `Uma chave de acesso foi retirada da sua conta: ${device}. ${NOT_YOU_HERE}`,
  },
  'access.codes_made': {
    to: '/profile#acesso',
    letter: 'always',
    text: () => `Códigos de recuperação foram criados na sua conta. ${NOT_YOU_HERE}`,
  },
  'access.letter_opened': {
    to: '/profile#acesso',
    letter: 'always',
    text: () =>
      `A administração abriu uma mensagem escrita para você, que não pôde ser enviada, para entregá-la. ${NOT_YOU}`,
  },
  'place.given': {
    to: '/home',
    letter: 'usual',
    text: (facts) => `Você agora tem o lugar ${place(facts)}.${because(facts.reason)}`,
  },
  'place.moved': {
    to: '/home',
    letter: 'usual',
    text: (facts) => `Seu lugar mudou: agora é o ${place(facts)}.${because(facts.reason)}`,
  },
  'draw.begun': {
    to: '/draw',
    letter: 'usual',
    text: ({ joinUntil }) =>
      `Vai ser sorteada a ordem da roda. Entre com o seu número até ${moment(joinUntil)}: basta um toque.`,
  },
  'draw.opening': {
    to: '/draw',
    letter: 'usual',
    text: ({ openUntil }) =>
      `Abra o sorteio até ${moment(openUntil)}, no mesmo aparelho: é ele que mostra o número que você guardou.`,
  },
  'draw.done': {
    to: '/draw',
    letter: 'usual',
    text: (facts) => `A ordem foi sorteada: o seu lugar é o ${place(facts)}.`,
  },
  'draw.lapsed': {
    to: '/draw',
    letter: 'usual',
    text: () => 'O sorteio da ordem caducou sem resultado. Veja por quê, e pergunte à administração.',
  },
  'place.lost': {
    to: '/home',
    letter: 'usual',
    text: ({ level, reason }) => `A administração retirou o seu lugar da fila do nível ${level}.${because(reason)}`,
  },
  'place.receiver': {
    to: '/home',
    letter: 'usual',
    text: ({ level, reason }) => `É a sua vez: você agora recebe no nível ${level}.${because(reason)}`,
  },
  'place.no_receiver': {
    to: '/home',
    letter: 'usual',
    text: ({ level, reason }) => `Você deixou de receber no nível ${level}.${because(reason)}`,
  },
  'turn.moved': {
    to: '/calendar',
    letter: 'usual',
    text: (facts) => `Sua vez no nível ${facts.level} ${turnMoveText(facts)}. É uma previsão, e pode mudar de novo.`,
  },
  'turn.completed': {
    to: '/home',
    letter: 'usual',
    text: ({ level, receivedCents }) => `Você completou o nível ${level}, com ${money(receivedCents)} recebidos.`,
  },
  'donation.to_pay': {
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `Você tem ${counted(facts, 'uma doação', 'doações')} a fazer: ${money(facts.amountCents)}, até ${moment(facts.deadlineAt)}.`,
  },
  'donation.reminder': {
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `Lembrete: falta ${counted(facts, 'uma doação sua', 'doações suas')}, ${money(facts.amountCents)}, até ${moment(facts.deadlineAt)}. ` +
      'Se já pagou, envie o comprovante.',
  },
  'donation.reminder_late': {
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `Lembrete: passou do prazo sem pagamento ${counted(facts, 'uma doação sua', 'doações suas')}, ${money(facts.amountCents)}, ` +
      `e ainda dá tempo até ${moment(facts.deadlineAt)}. Se já pagou, envie o comprovante.`,
  },
  'donation.due': {
    to: donationPage,
    letter: 'usual',
    text: ({ amountCents, deadlineAt }) =>
      `Sua doação de ${money(amountCents)} vence em ${moment(deadlineAt)}. Veja a quem e como.`,
  },
  'donation.to_come': {
    to: donationPage,
    letter: 'usual',
    text: (facts) => `Você vai receber ${counted(facts, 'uma doação', 'doações')}: ${money(facts.amountCents)}.`,
  },
  'donation.owed': {
    to: '/donations',
    letter: 'never',
    text: (facts) =>
      `Você tem ${money(facts.amountCents)} a doar. Avisamos quando houver a quem: ainda não precisa fazer nada.`,
  },
  'donation.released': {
    to: '/donations',
    letter: 'usual',
    text: (facts) => `Você não deve mais ${money(facts.amountCents)} que ainda não tinha pagado.`,
  },
  'donation.receipt_sent': {
    to: donationPage,
    letter: 'usual',
    text: (facts) => `Chegou o comprovante de uma doação de ${money(facts.amountCents)} para você. Confira e confirme.`,
  },
  'donation.receipt_replaced': {
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `Quem doa trocou o comprovante de uma doação de ${money(facts.amountCents)} para você. Confira o novo e confirme.`,
  },
  'donation.receipt_rejected': {
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `Quem recebe não encontrou ${money(facts.amountCents)} na conta e recusou o seu comprovante. ` +
      `Veja o motivo e envie outro até ${moment(facts.deadlineAt)}.`,
  },
  'donation.to_answer': {
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `${counted(facts, 'Um comprovante espera', 'comprovantes esperam')} a sua resposta até ${moment(facts.dueAt)}: ` +
      `${money(facts.amountCents)}. Confirme o recebimento ou diga que não recebeu.`,
  },
  'donation.unanswered': {
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `Quem recebe não respondeu no prazo ao comprovante da sua doação de ${money(facts.amountCents)}. ` +
      'A administração foi avisada e vai falar com os dois; você não precisa fazer nada.',
  },
  'donation.answer_overdue': {
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `O seu prazo para responder ao comprovante de uma doação de ${money(facts.amountCents)} terminou, e a administração ` +
      'foi avisada. Você ainda pode confirmar ou dizer que não recebeu.',
  },
  'donation.answers_late': {
    to: '/admin/dashboard',
    letter: 'usual',
    text: (facts) =>
      `${counted(facts, 'Uma doação tem comprovante e passou', 'doações têm comprovante e passaram')} do prazo sem resposta ` +
      'de quem recebe. O Dashboard mostra os dois lados, para falar com eles.',
  },
  'donation.confirmed': {
    to: donationPage,
    letter: 'usual',
    text: (facts) => `Sua doação de ${money(facts.amountCents)} foi confirmada por quem recebeu.`,
  },
  'donation.settled': {
    to: donationPage,
    letter: 'usual',
    text: (facts) => `Uma doação de ${money(facts.amountCents)} foi confirmada pela administração.`,
  },
  'donation.expired': {
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `O prazo de ${counted(facts, 'uma doação', 'doações')} venceu sem pagamento: ${money(facts.amountCents)}.`,
  },
  'donation.cancelled': {
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `${counted(facts, 'Uma doação foi cancelada', 'doações foram canceladas')}: ${money(facts.amountCents)}.`,
  },
  'donation.deadline_moved': {
    to: donationPage,
    letter: 'usual',
    text: ({ deadlineAt }) => `O prazo de uma doação sua agora é ${moment(deadlineAt)}.`,
  },
  'case.opened': {
    to: casePage,
    letter: 'usual',
    text: ({ byAdministration }) =>
      byAdministration
        ? 'Foi aberto um caso sobre uma doação sua, para a administração decidir. Veja por quê, e conte o seu lado.'
        : 'Um report foi aberto sobre uma doação sua.',
  },
  'case.moved': { to: casePage, letter: 'usual', text: () => 'O report sobre uma doação sua mudou de situação.' },
  'case.ended': {
    to: casePage,
    letter: 'usual',
    text: ({ outcome, isDismissed }) =>
      `A administração decidiu o report de uma doação sua${
        outcome === undefined
          ? '.'
          : `: ${isDismissed ? 'o report foi dispensado' : decided[outcome]}. O motivo está no caso.`
      }`,
  },
  'case.said': { to: casePage, letter: 'usual', text: () => 'Há algo novo no caso de uma doação sua.' },
  'case.asked': {
    to: casePage,
    letter: 'usual',
    text: ({ until }) => `A administração pede uma resposta sua no caso de uma doação, até ${dayAndMonth(until)}.`,
  },
  'case.to_review': {
    to: ({ reportId }) => `/admin/reports?report=${reportId}`,
    letter: 'usual',
    text: () => 'Há algo novo em um report.',
  },
  'case.appealed': {
    to: casePage,
    letter: 'usual',
    text: () => 'A outra parte recorreu da decisão no caso de uma doação sua. Até o recurso ser decidido, ela vale.',
  },
  'case.appeal_waits': {
    to: ({ reportId }) => `/admin/reports?report=${reportId}`,
    letter: 'usual',
    text: () => 'Há um recurso a decidir em um report. Decide quem não tomou parte na primeira decisão.',
  },
  'case.appeal_decided': {
    to: casePage,
    letter: 'usual',
    text: ({ decision, outcome }) =>
      `O recurso no caso de uma doação sua foi decidido: ${
        decision === 'UPHELD'
          ? 'a primeira decisão vale'
          : outcome === 'keep'
            ? 'a primeira decisão estava errada, e a doação continua como está'
            : `a decisão mudou, e ${decided[outcome]}`
      }. O motivo está no caso.`,
  },
  'key.asked': {
    to: '/profile#chave',
    letter: 'always',
    text: ({ by, holdsAt }) =>
      `Sua chave de pagamento vai mudar em ${moment(holdsAt)}${by === 'member' ? '.' : ', a pedido da administração.'} ` +
      "Se não foi você, escolha 'Não fui eu' no seu perfil: a troca é desfeita.",
  },
  'key.changed': {
    to: '/profile#chave',
    letter: 'always',
    text: () => 'Sua chave de pagamento foi trocada. Se não foi você que pediu, fale com a administração.',
  },
  'key.holds': {
    to: '/profile#chave',
    letter: 'always',
    text: () =>
      'Sua nova chave de pagamento está valendo. As doações que já estavam em aberto continuam com a chave de antes.',
  },
  'key.objected': {
    to: '/profile#chave',
    letter: 'always',
    text: () => 'A troca da sua chave de pagamento foi desfeita, como você pediu. Sua chave continua a mesma.',
  },
  'key.withdrawn': {
    to: '/profile#chave',
    letter: 'always',
    text: () => 'A troca da sua chave de pagamento foi cancelada. Sua chave continua a mesma.',
  },
  'key.of_receiver': {
    to: '/donations',
    letter: 'always',
    text: () =>
      'Uma pessoa a quem você vai doar trocou a chave de pagamento. A sua doação em aberto continua com a chave de antes, ' +
      'a que o aplicativo mostra. Não pague em uma chave que chegue por mensagem.',
  },
  'terms.changed': {
    to: '/accept-terms',
    letter: 'usual',
    text: ({ what, isAccepted }) =>
      `Os termos do seu círculo mudaram: ${TERMS_PARTS[what]}. ` +
      (isAccepted
        ? 'São de novo os que você já tinha aceitado, e você não precisa fazer nada.'
        : 'Veja o que mudou; nada novo lhe é pedido enquanto você não aceitar.'),
  },
  'circle.renamed': {
    to: '/home',
    letter: 'usual',
    text: () => "O nome do seu círculo mudou. O de antes e o de agora estão no início, em 'O que mudou'.",
  },
  'circle.calendar_set': {
    to: '/home',
    letter: 'usual',
    text: ({ day, hour }) =>
      `As contribuições do seu círculo passam a ser pedidas todo dia ${day}, às ${hour}h. ` +
      'Você será avisado três dias antes.',
  },
  'circle.calendar_removed': {
    to: '/home',
    letter: 'usual',
    text: () => 'As contribuições do seu círculo não são mais pedidas em um dia certo: a administração pede à mão.',
  },
  'circle.answer_days_set': {
    to: '/home',
    letter: 'usual',
    text: ({ days }) => `No seu círculo, quem recebe agora tem ${days} dias para responder a um comprovante.`,
  },
  'calendar.coming': {
    to: '/donations',
    letter: 'usual',
    text: ({ period, at, amountCents }) =>
      `Em ${moment(at)} será pedida a sua contribuição de ${monthName(period)}: ${money(amountCents)}. ` +
      'Ainda não precisa pagar nada.',
  },
  'calendar.pulled': {
    to: '/admin/settings',
    letter: 'usual',
    text: ({ period, created, withoutConsent }) =>
      `O calendário pediu as contribuições de ${monthName(period)}: ` +
      `${created === 1 ? '1 doação criada' : `${created} doações criadas`}.` +
      (withoutConsent === 0
        ? ''
        : ` ${withoutConsent === 1 ? '1 pessoa ainda não aceitou' : `${withoutConsent} pessoas ainda não aceitaram`} os termos.`),
  },
  'calendar.refused': {
    to: '/admin/settings',
    letter: 'usual',
    text: ({ period, reason }) =>
      `O calendário não pediu as contribuições de ${monthName(period)}: ${calendarRefusals[reason]}`,
  },
  'approval.touches_you': {
    to: ownApproval,
    letter: 'always',
    text: ({ change, dueAt }) =>
      dueAt === null
        ? `Uma mudança que toca você foi proposta e espera por outra pessoa da administração: ${proposedText(change)}.`
        : `Uma mudança que toca você foi proposta: ${proposedText(change)}. Só uma pessoa administra; se ninguém discordar, isso acontece em ${moment(dueAt)}.`,
  },
  'approval.waits_for_you': {
    to: approvalPage,
    letter: 'always',
    text: ({ change, dueAt }) =>
      dueAt === null
        ? `Uma proposta espera pela sua aprovação: ${proposedText(change)}.`
        : `Há uma proposta de outra pessoa: ${proposedText(change)}. Se ninguém discordar, isso acontece em ${moment(dueAt)}.`,
  },
  'approval.ended': { to: '/home', letter: 'always', text: endedText },
  'approval.closed': { to: approvalPage, letter: 'always', text: endedText },
  'approval.objected': {
    to: approvalPage,
    letter: 'always',
    text: ({ change, isObjecting }) =>
      `${approvalKindLabels[change]}: uma pessoa a quem isso toca ${isObjecting ? 'discorda' : 'deixou de discordar'}.`,
  },
  'administrator.added': {
    to: '/admin/settings',
    letter: 'always',
    text: ({ role }) =>
      `Mais uma pessoa passou a ${audits(role)}. Se isso não devia ter acontecido, fale hoje mesmo com quem administra com você.`,
  },
  'administrator.removed': {
    to: '/admin/settings',
    letter: 'always',
    text: ({ role }) => `Uma pessoa deixou de ${audits(role)}.`,
  },
  'backup.failed': {
    to: '/admin/settings',
    letter: 'always',
    text: ({ isFull }) =>
      `A cópia desta noite não pôde ser feita: ${isFull ? 'falta espaço na pasta das cópias' : 'a pasta das cópias ou o banco não respondeu'}. ` +
      'A Ciranda tenta de novo a cada hora, e não repete este aviso.',
  },
  'backup.old': {
    to: '/admin/settings',
    letter: 'always',
    text: ({ lastAt }) =>
      `${lastAt === null ? 'Ainda não há nenhuma cópia da Ciranda' : `A última cópia da Ciranda é de ${moment(lastAt)}`}. ` +
      'Se esta máquina se perder, perde-se o que veio depois. Veja a pasta das cópias hoje.',
  },
  'archive.stopped': {
    to: '/admin/settings',
    letter: 'always',
    text: ({ lastAt, fault }) =>
      `O arquivo contínuo está parado${lastAt === null ? '' : ` desde ${moment(lastAt)}`}: ` +
      `${fault === null ? 'nada novo chega a ele' : archiveFaultTexts[fault]}. ` +
      'A Ciranda continua e guarda nesta máquina o que falta arquivar; se ela se perder, isso se perde com ela. Veja a pasta do arquivo hoje.',
  },
  'archive.going': {
    to: '/admin/settings',
    letter: 'always',
    text: ({ lastAt }) => `O arquivo contínuo voltou a andar, e vai até ${moment(lastAt)}.`,
  },
  'backup.downloaded': {
    to: '/admin/settings',
    letter: 'always',
    text: () =>
      'Outra pessoa da administração baixou uma cópia completa da Ciranda, com os dados de todos. Se isso não devia ter acontecido, fale hoje mesmo com ela.',
  },
}

function because(reason: string | undefined): string {
  return reason === undefined ? '' : ` Motivo: ${reason}`
}

function casePage({ reportId }: Case): string {
  return reportId === undefined ? '/reports' : `/reports/${reportId}`
}

function donationPage({ donationId }: { readonly donationId: string }): string {
  return `/donations?doacao=${donationId}`
}

function approvalPage({ approvalId }: Proposal): string {
  return approvalId === undefined ? '/admin/approvals' : `/admin/approvals#approval-${approvalId}`
}

function ownApproval({ approvalId }: Proposal): string {
  return approvalId === undefined ? '/home' : `/home#approval-${approvalId}`
}

function endedText({ change, state, reason }: Ended): string {
  return `${approvalKindLabels[change]}: ${endings[state]}${reason === null ? '' : ` ${errorMessage(reason)}`}`
}

/** The kind of a proposed change, inside a sentence. */
function proposedText(change: ApprovalKind): string {
  const label = approvalKindLabels[change]
  return label.charAt(0).toLowerCase() + label.slice(1)
}

/** The page on which the person sees more. Those who administer have their own account elsewhere than members. */
export function noticePage({ kind, facts }: Notice, role: 'USER' | 'ADMIN'): string {
  const { to } = noticeRules[kind] as Rule<typeof kind>
  const page = typeof to === 'string' ? to : to(facts as never)
  return role === 'ADMIN' ? page.replace(/^\/profile\b/, '/admin/account') : page
}

/** A notice in words. */
export function noticeText({ kind, facts }: Notice): string {
  return (noticeRules[kind] as Rule<typeof kind>).text(facts as never)
}

const tag = 'notices'

export const notice = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  text: z.string(),
  to: z.string(),
  read: z.boolean(),
})

/** Beyond the specification: everybody's inbox. */
export const noticeCalls = {
  'GET /me/notices': defineCall({
    access: 'signed-in',
    tag,
    summary: 'The caller’s notices, newest first, and how many are unread.',
    status: 200,
    query: z.strictObject(pageFields(20)),
    answer: paged(notice).extend({ unread: z.int() }),
    refusals: [],
  }),
  'GET /me/notices/unread': defineCall({
    access: 'signed-in',
    tag,
    summary: 'How many of the caller’s notices are unread, for the bell.',
    status: 200,
    answer: z.object({ unread: z.int() }),
    refusals: [],
  }),
  'POST /me/notices/read': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Marks the caller’s notices as read, up to and including one.',
    status: 200,
    body: z.strictObject({ upTo: z.uuid() }),
    answer: z.object({ unread: z.int() }),
    refusals: [],
  }),
}
