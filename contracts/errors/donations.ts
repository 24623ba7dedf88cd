import type { ErrorTable } from './table.ts'

/** The refusals of donations, reports and their cases. */
export const donations = {
  'donation.already_confirmed': { status: 409, message: 'Esta doação já foi confirmada.' },
  'donation.ended': { status: 409, message: 'Esta doação já foi encerrada.' },
  'donation.expired': {
    status: 409,
    message: 'O prazo desta doação terminou. Não pague: veja em Doações o que você deve agora.',
  },
  'donation.no_receipt': { status: 409, message: 'Ainda não há comprovante para esta doação.' },
  'donation.receipt_rejected': {
    status: 409,
    message: 'O comprovante desta doação foi recusado por quem recebe, e ela espera por outro.',
  },
  'donation.receipt_there': { status: 409, message: 'Este comprovante já chegou: não é preciso enviar de novo.' },
  'donation.payment_reused': {
    status: 409,
    message:
      'Este ID de transação PIX já está em outra doação ou em outra parte, e um pagamento vale uma vez só. Confira o ID no comprovante do banco, ou envie sem ele.',
  },
  'donation.only_scheduled': {
    status: 409,
    message:
      'Este PIX está agendado para {day}, e agendado não é pago. Envie o comprovante do pagamento nesse dia; se já pagou, retire antes o agendamento.',
  },
  'donation.no_parts': {
    status: 409,
    message: 'Em partes só se paga a contribuição de uma roda. Aqui, pague o valor inteiro e envie o comprovante.',
  },
  'donation.part_amount': {
    status: 409,
    message: 'O valor pago tem de ser uma parte do que falta, ou tudo o que falta. Veja quanto falta e envie de novo.',
  },
  'donation.parts_over': {
    status: 409,
    message: 'São quatro partes no máximo, e esta é a última. Pague agora tudo o que falta.',
  },
  'donation.part_differs': {
    status: 409,
    message:
      'O comprovante que espera é de outro valor. Veja a doação de novo, e confirme só o que chegou à sua conta.',
  },
  'donation.has_receipt': { status: 409, message: 'O comprovante já foi enviado: não é preciso agendar.' },
  'donation.schedule_past': { status: 400, message: 'Escolha hoje ou um dia que ainda vem.' },
  'donation.schedule_late': {
    status: 409,
    message: 'O prazo desta doação termina em {day}. Agende para esse dia ou antes.',
  },
  'donation.changed': {
    status: 409,
    message: 'Esta doação mudou enquanto você assinava. Veja como ela está agora e tente de novo.',
  },
  'donation.receipt_replaced': {
    status: 409,
    message: 'Quem doa trocou o comprovante desde que você o viu. Confira o novo antes de recusar.',
  },
  'donation.report_decides': {
    status: 409,
    message: 'A administração está decidindo o caso desta doação. Até lá, nenhum comprovante é recusado.',
  },
  'donation.not_returnable': {
    status: 409,
    message:
      'Esta doação não pode mais voltar a esperar por um comprovante. Reporte o não recebimento: a administração decide.',
  },
  'donation.not_receiver': { status: 403, message: 'Só quem recebe pode confirmar ou recusar esta doação.' },
  'donation.not_donor': { status: 403, message: 'Só quem doa pode enviar o comprovante.' },
  'donation.not_party': { status: 403, message: 'Só quem doa ou recebe pode reportar esta doação.' },
  'donation.already_reported': { status: 409, message: 'Esta doação já foi reportada.' },
  'report.too_many_today': {
    status: 429,
    message: 'Você já escreveu bastante neste caso hoje. Amanhã pode escrever de novo.',
  },
  'report.said_already': { status: 409, message: 'Este texto já está no caso: ele chegou da primeira vez.' },
  'report.answer_day': { status: 400, message: 'Escolha um dia de hoje até daqui a {days} dias.' },
  'report.no_receiver': { status: 409, message: 'Quem recebe aqui é a conta administrativa: não há a quem pedir.' },
  'report.ended': { status: 409, message: 'Este caso já foi encerrado.' },
  'report.outcome_not_allowed': {
    status: 409,
    message: 'Só um caso resolvido pode decidir o que acontece com a doação.',
  },
  'report.part_paid': {
    status: 409,
    message:
      'Uma parte desta doação já foi confirmada, e o resto segue entre as mesmas duas pessoas. Mantenha a doação: ' +
      'ela só é cancelada se quem doa saiu; um acerto, se quem recebe saiu também.',
  },
  'appeal.not_decided': { status: 409, message: 'Só se recorre de uma decisão, e este caso ainda não tem uma.' },
  'appeal.once': { status: 409, message: 'Este caso já teve o seu recurso: cada caso tem um só.' },
  'appeal.too_late': {
    status: 409,
    message: 'O prazo para recorrer terminou em {until}: são 14 dias depois da decisão.',
  },
  'report.for_administration': {
    status: 403,
    message: 'Este caso quem decide é a administração: só é de um fiscal o que é assunto de todos que administram.',
  },
  'appeal.none': { status: 409, message: 'Este caso não tem recurso a decidir.' },
  'appeal.ended': { status: 409, message: 'O recurso deste caso já foi decidido.' },
  'appeal.own_decision': {
    status: 403,
    message:
      'Você tomou parte na primeira decisão: quem decide o recurso é outra pessoa da administração, ou um fiscal.',
  },
  'appeal.donation_ended': {
    status: 409,
    message:
      'Esta doação já terminou, e o que termina não se desfaz: vezes e outras doações já contam com isso. ' +
      'O recurso ainda pode reconhecer que a decisão estava errada; o dinheiro, então, volta entre as pessoas.',
  },
  'appeal.other_case': {
    status: 409,
    message: 'Um caso mais novo desta doação está aberto: é nele que se decide o que acontece com ela.',
  },
} as const satisfies ErrorTable
