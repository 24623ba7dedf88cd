import type { Rules } from './rule.ts'
import { counted, moment, money } from './sentences.ts'
import { byHelper, donationPage } from './told-donations.ts'
import type { Donations } from './told-donations.ts'

export type ReceiptFacts = {
  /** `isLate`: the receiver waited for it past its deadline. */
  readonly 'donation.receipt_sent': Donations & { readonly isLate?: boolean }
  readonly 'donation.receipt_replaced': Donations & { readonly isLate?: boolean }
  /** `isHeld`: a case stops the deadline. */
  readonly 'donation.receipt_rejected': Donations & { readonly deadlineAt: number; readonly isHeld?: true }
  readonly 'donation.to_answer': Donations & { readonly dueAt: number }
  /** `isAlone`: the receiver is the only one who administers, and so nobody would decide. */
  readonly 'donation.unanswered': Donations & { readonly isAlone?: true }
  readonly 'donation.answer_overdue': Donations
  /** For administrators: so many receipts of a circle that nobody answered in time. */
  readonly 'donation.answers_late': { readonly count: number }
}

export const receiptRules: Rules<ReceiptFacts> = {
  'donation.receipt_sent': {
    event: 'payment.receipt',
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `Chegou o comprovante de uma doação de ${money(facts.amountCents)} para você${facts.isLate ? ', depois do prazo: vale como qualquer outra' : ''}. ` +
      `Confira e confirme.${byHelper(facts)}`,
  },
  'donation.receipt_replaced': {
    event: 'payment.receipt',
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `Quem doa trocou o comprovante de uma doação de ${money(facts.amountCents)} para você. Confira o novo e confirme.${byHelper(facts)}`,
  },
  'donation.receipt_rejected': {
    event: 'payment.answer',
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `Quem recebe não encontrou ${money(facts.amountCents)} na conta e recusou o seu comprovante. ` +
      (facts.isHeld
        ? 'O prazo está parado até a decisão: não pague de novo antes dela.'
        : `Veja o motivo e envie outro até ${moment(facts.deadlineAt)}.`) +
      byHelper(facts),
  },
  'donation.to_answer': {
    event: 'payment.due',
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `${counted(facts, 'Um comprovante espera', 'comprovantes esperam')} a sua resposta até ${moment(facts.dueAt)}: ` +
      `${money(facts.amountCents)}. Confirme o recebimento ou diga que não recebeu.`,
  },
  'donation.unanswered': {
    event: 'payment.answer',
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `Quem recebe não respondeu no prazo ao comprovante da sua doação de ${money(facts.amountCents)}. ` +
      (facts.isAlone
        ? 'É também quem administra, e ninguém decide no próprio assunto: mostre o comprovante no grupo.'
        : 'A administração foi avisada e vai falar com os dois; você não precisa fazer nada.'),
  },
  'donation.answer_overdue': {
    event: 'payment.due',
    to: donationPage,
    letter: 'usual',
    text: (facts) =>
      `O seu prazo para responder ao comprovante de uma doação de ${money(facts.amountCents)} terminou, e a administração ` +
      'foi avisada. Você ainda pode confirmar ou dizer que não recebeu.',
  },
  'donation.answers_late': {
    event: 'administration.late',
    to: '/admin/dashboard',
    letter: 'usual',
    text: (facts) =>
      `${counted(facts, 'Uma doação tem comprovante e passou', 'doações têm comprovante e passaram')} do prazo sem resposta ` +
      'de quem recebe. A sua primeira página mostra os dois lados, para falar com eles.',
  },
}
