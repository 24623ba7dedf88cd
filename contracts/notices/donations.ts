import { monthName } from '../month-name.ts'
import type { Rules } from './rule.ts'
import { counted, day, fullDay, moment, money } from './sentences.ts'
import { byHelper, donationPage } from './told-donations.ts'
import type { Donations } from './told-donations.ts'

/** `dayAt`: when the day begins for which a payment is scheduled. */
type Scheduled = Donations & { readonly dayAt: number }

export type DonationFacts = {
  readonly 'donation.to_pay': Donations & { readonly deadlineAt: number }
  readonly 'donation.reminder': Donations & { readonly deadlineAt?: number }
  /** `deadlineAt` is the first of all; absent where one of them is owed past its own. */
  readonly 'donation.reminder_late': Donations & { readonly deadlineAt?: number }
  readonly 'donation.due': Donations & { readonly deadlineAt: number }
  /** `deadlineAt`: absent once it has passed. */
  readonly 'donation.schedule_over': Scheduled & { readonly deadlineAt?: number }
  readonly 'donation.scheduled': Scheduled
  /** `aheadOf`: the month (YYYY-MM) whose contribution it is, before that is asked for. */
  readonly 'donation.to_come': Donations & { readonly aheadOf?: string }
  readonly 'donation.owed': Omit<Donations, 'donationId'>
  readonly 'donation.released': Omit<Donations, 'donationId'>
  readonly 'donation.part_confirmed': Donations & { readonly restCents: number; readonly deadlineAt: number }
  readonly 'donation.confirmed': Donations
  readonly 'donation.settled': Donations
  readonly 'donation.expired': Donations
  /** `isOwn`: to the donor, who still owes it; else to the receiver, who waits. */
  readonly 'donation.late': Donations & { readonly isOwn: boolean }
  readonly 'donation.cancelled': Donations
  /** `isOwn`: to the donor, who has nothing to pay until then; else to the receiver, who waits. */
  readonly 'donation.paused': Donations & { readonly until: number; readonly isOwn: boolean }
  /** `isToPay`: to its donor; else to its receiver. */
  readonly 'donation.handed_over': Donations & { readonly isToPay: boolean }
  readonly 'donation.deadline_moved': { readonly donationId: string; readonly deadlineAt: number }
}

function upTo({ deadlineAt }: { readonly deadlineAt?: number }): string {
  return deadlineAt === undefined ? '' : `, até ${moment(deadlineAt)}`
}

const ofChange = { event: 'donation.changed', to: donationPage, letter: 'usual' } as const
const ofDue = { event: 'donation.due', to: donationPage, letter: 'usual' } as const
const ofAnswer = { event: 'payment.answer', to: donationPage, letter: 'usual' } as const

export const donationRules: Rules<DonationFacts> = {
  'donation.to_pay': {
    event: 'donation.to_pay',
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `Você tem ${counted(facts, 'uma doação', 'doações')} a fazer: ${money(facts.amountCents)}, até ${moment(facts.deadlineAt)}.`,
  },
  'donation.reminder': {
    ...ofDue,
    text: (facts) =>
      `Lembrete: ${facts.count === 1 ? 'falta' : 'faltam'} ${counted(facts, 'uma doação sua', 'doações suas')}, ${money(facts.amountCents)}${upTo(facts)}. ` +
      'Se já pagou, envie o comprovante.',
  },
  'donation.reminder_late': {
    ...ofDue,
    text: (facts) => {
      const [passed, holds] = facts.count === 1 ? ['passou', 'vale'] : ['passaram', 'valem']
      return (
        `Lembrete: ${passed} do prazo sem pagamento ${counted(facts, 'uma doação sua', 'doações suas')}, ${money(facts.amountCents)}, ` +
        `e ainda ${facts.deadlineAt === undefined ? holds : `dá tempo até ${moment(facts.deadlineAt)}`}. Se já pagou, envie o comprovante.`
      )
    },
  },
  'donation.due': {
    ...ofDue,
    text: ({ amountCents, deadlineAt }) =>
      `Sua doação de ${money(amountCents)} vence em ${moment(deadlineAt)}. Veja a quem e como.`,
  },
  'donation.schedule_over': {
    ...ofDue,
    text: ({ amountCents, dayAt, deadlineAt }) =>
      `O seu PIX de ${money(amountCents)} estava agendado para ${day(dayAt)}. Se saiu da conta, envie o comprovante; ` +
      `se não saiu, pague ou agende de novo${deadlineAt === undefined ? '' : ` até ${moment(deadlineAt)}`}.`,
  },
  'donation.scheduled': {
    event: 'payment.to_come',
    to: donationPage,
    letter: 'usual',
    text: ({ amountCents, dayAt }) =>
      `Quem doa agendou para ${day(dayAt)} o PIX de ${money(amountCents)} para você. Agendado não é pago: ` +
      'confirme só quando o dinheiro chegar.',
  },
  'donation.to_come': {
    event: 'payment.to_come',
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `Você vai receber ${counted(facts, 'uma doação', 'doações')}${facts.aheadOf === undefined ? '' : `, adiantada, da contribuição de ${monthName(facts.aheadOf)}`}: ${money(facts.amountCents)}.`,
  },
  'donation.owed': {
    event: 'donation.owed',
    to: '/donations',
    letter: 'never',
    text: (facts) =>
      `Você tem ${money(facts.amountCents)} a doar. Avisamos quando houver a quem: ainda não precisa fazer nada.`,
  },
  'donation.released': {
    event: 'donation.changed',
    to: '/donations',
    letter: 'usual',
    text: (facts) => `Você não deve mais ${money(facts.amountCents)} que ainda não tinha pagado.`,
  },
  'donation.confirmed': {
    ...ofAnswer,
    text: (facts) => `Sua doação de ${money(facts.amountCents)} foi confirmada por quem recebeu.${byHelper(facts)}`,
  },
  'donation.part_confirmed': {
    ...ofAnswer,
    text: ({ restCents, deadlineAt, ...facts }) =>
      `Quem recebe confirmou ${money(facts.amountCents)} da sua doação. Faltam ${money(restCents)}, até ${moment(deadlineAt)}.${byHelper(facts)}`,
  },
  'donation.settled': {
    ...ofAnswer,
    text: (facts) => `Uma doação de ${money(facts.amountCents)} foi confirmada pela administração.`,
  },
  'donation.expired': {
    ...ofChange,
    text: (facts) =>
      `O prazo de ${counted(facts, 'uma doação', 'doações')} venceu sem pagamento: ${money(facts.amountCents)}.`,
  },
  'donation.late': {
    ...ofChange,
    text: ({ isOwn, ...facts }) => {
      const isOne = facts.count === 1
      if (isOwn)
        return (
          `O prazo de ${counted(facts, 'uma doação sua', 'doações suas')} venceu: ${money(facts.amountCents)}. ` +
          `${isOne ? 'Ela ainda vale' : 'Elas ainda valem'}: pague assim que puder e envie o comprovante.`
        )
      return (
        `${isOne ? 'Venceu' : 'Venceram'} sem pagamento ${counted(facts, 'uma doação', 'doações')} para você: ${money(facts.amountCents)}. ` +
        `${isOne ? 'Continua sendo sua' : 'Continuam sendo suas'}, e avisamos quando o comprovante chegar.`
      )
    },
  },
  'donation.cancelled': {
    ...ofChange,
    text: (facts) =>
      `${counted(facts, 'Uma doação foi cancelada', 'doações foram canceladas')}: ${money(facts.amountCents)}.`,
  },
  'donation.paused': {
    ...ofChange,
    text: ({ amountCents, until, isOwn }) =>
      isOwn
        ? `Pausa combinada: a sua contribuição de ${money(amountCents)} só é pedida de novo em ${fullDay(until)}. ` +
          'Até lá não precisa pagar nada; se pagar antes, vale também.'
        : `Na sua vez falta ${money(amountCents)}: quem doa teve uma pausa, decidida pela administração. ` +
          `A contribuição é pedida de novo em ${fullDay(until)} e continua sendo sua.`,
  },
  'donation.handed_over': {
    ...ofChange,
    text: ({ amountCents, isToPay }) =>
      isToPay
        ? `A sua doação em aberto, de ${money(amountCents)}, agora é para outra pessoa, que ficou com o lugar. ` +
          'Confira a chave na doação antes de pagar; se já agendou o PIX para a chave antiga, cancele-o no banco.'
        : `A doação de ${money(amountCents)} que você espera agora vem de outra pessoa, que ficou com o lugar. O prazo é o mesmo.`,
  },
  'donation.deadline_moved': {
    ...ofChange,
    text: ({ deadlineAt }) => `O prazo de uma doação sua agora é ${moment(deadlineAt)}.`,
  },
}
