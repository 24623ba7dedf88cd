import type { ErrorTable } from './table.ts'

/** The refusals of places: the queue and its first order, and how a place is swapped, shared or passed on. */
export const places = {
  'queue.position_taken': {
    status: 409,
    message: 'Erro: A posição #{position} já está ocupada por {name}',
    roda: 'O {position}º lugar já é de {name}.',
  },
  'queue.position_invalid': { status: 400, message: 'A posição deve ir de 1 a 100.' },
  'queue.member_already_in': {
    status: 409,
    message: 'Erro: O usuário já está na fila na posição #{position}',
    roda: 'Esta pessoa já tem o {position}º lugar.',
  },
  'queue.member_not_in_queue': {
    status: 409,
    message: 'O usuário não está nesta fila.',
    roda: 'Esta pessoa não tem lugar na roda.',
  },
  'queue.member_not_approved': { status: 409, message: 'O usuário ainda não foi aprovado.' },
  'queue.member_is_admin': { status: 409, message: 'Administradores não participam da fila.' },
  'queue.entry_not_found': {
    status: 404,
    message: 'Este lugar da fila não existe mais. Atualize a página.',
    roda: 'Este lugar não existe mais. Atualize a página.',
  },
  'queue.order_drawn': {
    status: 409,
    message:
      'Quem organiza também participa desta roda, e por isso a primeira ordem é sorteada, ou todos concordam com ela. Comece o sorteio ou proponha uma ordem.',
  },
  'queue.reason_required': {
    status: 400,
    message:
      'Num círculo real, quem faz a primeira ordem à mão escreve o motivo, que fica no diário da ordem. Escreva por quê, ou deixe que todos sorteiem ou combinem a ordem.',
  },
  'queue.same_entry': {
    status: 409,
    message: 'Escolha duas posições diferentes.',
    roda: 'Escolha dois lugares diferentes.',
  },
  'queue.other_queue': { status: 409, message: 'As duas posições devem ser da mesma fila.' },
  'queue.not_receiver': { status: 409, message: 'Este lugar não está mais na vez de receber. Atualize a página.' },
  'queue.already_receiver': { status: 409, message: 'Este lugar já está na vez de receber.' },
  'queue.no_next_receiver': { status: 409, message: 'Não há outro lugar para receber a vez.' },
  'queue.undo_impossible': {
    status: 409,
    message: 'Não dá para desfazer: as pessoas desta mudança já não estão como estavam.',
  },
  'queue.undo_not_last': {
    status: 409,
    message: 'Só a última mudança pode ser desfeita, e depois desta já houve outra. Atualize a página.',
  },
  'queue.undo_done': { status: 409, message: 'Esta mudança já foi desfeita.' },
  'queue.undo_rests': { status: 409, message: 'Não dá para desfazer: {why}' },
  'draw.not_first': {
    status: 409,
    message: 'O sorteio é só da primeira ordem, e neste círculo já foram pedidas contribuições.',
  },
  'draw.running': { status: 409, message: 'Já há um sorteio em andamento.' },
  'draw.members': { status: 409, message: 'Um sorteio precisa de duas a cem pessoas aprovadas.' },
  'draw.not_in_list': { status: 403, message: 'Você não está na lista deste sorteio.' },
  'draw.closed': { status: 409, message: 'O tempo de entrar neste sorteio acabou.' },
  'draw.not_opening': { status: 409, message: 'Agora não é hora de mostrar números neste sorteio.' },
  'draw.number_differs': { status: 409, message: 'Este número não é o que você guardou neste sorteio.' },
  'order.stands': {
    status: 409,
    message:
      'Há uma ordem proposta, esperando que todos concordem. Espere que ela passe a valer, ou retire a proposta.',
  },
  'order.over': { status: 409, message: 'Esta ordem proposta não vale mais. Abra a página de novo e veja a que vale.' },
  'order.people': {
    status: 409,
    message:
      'A ordem leva cada pessoa aprovada, uma vez por lugar que tem, de duas a cem. Abra a página de novo e ordene as que aparecem.',
  },
  'order.helped': {
    status: 409,
    message: 'Alguém participa com a ajuda de outra pessoa, e ninguém concorda com um lugar por outro. Faça o sorteio.',
  },
  'queue.full': { status: 409, message: 'Nenhuma vaga disponível. Todas as 100 vagas estão ocupadas.' },
  'queue.reentry_pending': {
    status: 409,
    message: 'O usuário concluiu os três níveis e só volta à fila depois de confirmado o pagamento final.',
  },
  'swap.not_here': { status: 409, message: 'Aqui as vezes não se trocam: isso é das rodas de uma fila só.' },
  'swap.oneself': { status: 409, message: 'Escolha outra pessoa: a sua própria vez já é sua.' },
  'swap.no_place': {
    status: 409,
    message: 'Uma das duas pessoas não tem lugar, ou ainda não aceitou os termos. Troque com outra.',
  },
  'swap.receiving': {
    status: 409,
    message: 'Uma das duas pessoas já está recebendo, e a vez dela não se troca mais. Escolha quem ainda espera.',
  },
  'swap.received': {
    status: 409,
    message: 'Uma das duas pessoas já recebeu nesta volta. Escolha quem ainda espera a vez.',
  },
  'swap.owing': {
    status: 409,
    message:
      'Uma das duas pessoas tem uma contribuição atrasada, ou com o comprovante recusado. A troca espera por ela.',
  },
  'swap.changed': {
    status: 409,
    message: 'Os lugares mudaram desde o pedido. Olhe a ordem de agora e peça de novo.',
  },
  'swap.shares': {
    status: 409,
    message: 'Quem tem mais de um lugar não troca de vez por aqui. Peçam a quem organiza que troque os dois lugares.',
  },
  'shares.not_here': {
    status: 409,
    message: 'Aqui cada pessoa tem um lugar só: mais de um é das rodas de uma fila.',
  },
  'shares.late': {
    status: 409,
    message: 'As contribuições já começaram, e os lugares não mudam mais. Combine outro lugar para uma roda nova.',
  },
  'shares.too_many': {
    status: 409,
    message: 'Cada pessoa pode ter de um a três lugares. Escolha um destes números.',
  },
  'shares.no_room': {
    status: 409,
    message:
      'Nesta roda não cabem tantos lugares de uma pessoa. Escolha menos, ou peça a quem organiza mais lugares ou menos meses no plano.',
  },
  'shares.which': {
    status: 409,
    message: 'Uma das duas pessoas tem mais de um lugar. Em “Ordem e quem recebe”, mova o lugar que quer mudar.',
  },
  'shares.plan': {
    status: 409,
    message:
      'Alguém tem mais de um lugar, e isso é das rodas. Antes de mudar o plano, essa pessoa fica com um lugar só.',
  },
  'shares.same': { status: 409, message: 'Você já tem este número de lugares. Atualize a página.' },
  'shares.misfit': {
    status: 409,
    message:
      'Alguém tem {most} lugares, e a roda tem {places}: assim ela vai até {monthsMax} meses. Chame mais gente, mude o plano, ou a pessoa fica com menos lugares.',
  },
  'substitute.not_here': {
    status: 409,
    message:
      'Aqui um lugar não passa a outra pessoa: isso é das rodas de uma fila só, em que cada um recebe o que deu.',
  },
  'substitute.no_place': {
    status: 409,
    message: 'Só quem tem um lugar na roda pode passá-lo. Veja os lugares em A roda.',
  },
  'substitute.not_approved': {
    status: 409,
    message: 'Quem vem no lugar precisa ter o cadastro aprovado. Peça à administração que o aprove, e volte aqui.',
  },
  'substitute.suspended': {
    status: 409,
    message: 'A conta dessa pessoa está suspensa. Escolha outra pessoa, ou fale com a administração.',
  },
  'substitute.in_roda': {
    status: 409,
    message: 'Essa pessoa já tem um lugar na roda. Escolha alguém que ainda não tenha.',
  },
  'substitute.not_new': {
    status: 409,
    message: 'Essa pessoa já participou desta roda. Quem volta ganha o último lugar: peça a quem organiza.',
  },
  'substitute.receipt_waits': {
    status: 409,
    message: 'Um comprovante deste lugar espera resposta. Espere até que quem recebe confirme, e tente de novo.',
  },
  'substitute.part_paid': {
    status: 409,
    message:
      'Uma doação deste lugar foi paga em parte. Espere até que o resto seja pago e confirmado, e tente de novo.',
  },
  'substitute.case_open': {
    status: 409,
    message:
      'Uma doação deste lugar tem um problema, ou um comprovante recusado. Espere até que ela termine, e tente de novo.',
  },
  'substitute.changed': {
    status: 409,
    message: 'O lugar já deu ou recebeu mais desde o pedido. Retirem este pedido e façam outro.',
  },
  'substitute.over': {
    status: 409,
    message:
      'O pedido para passar este lugar já não vale: foi retirado, ou passaram os sete dias. As duas pessoas podem pedir de novo.',
  },
  'substitute.asked': {
    status: 409,
    message: 'Já há um pedido que espera, seu ou dessa pessoa. Retire o seu, ou espere a resposta.',
  },
  'substitute.not_accepted': { status: 409, message: 'Quem vem ainda não aceitou. Espere pelo sim dessa pessoa.' },
  'swap.too_many': {
    status: 409,
    message: 'Você já tem três pedidos de troca abertos. Retire um antes de pedir outro.',
  },
  'swap.too_often': {
    status: 409,
    message: 'Você já pediu troca muitas vezes hoje. Combine com a pessoa, e peça de novo amanhã.',
  },
  'substitute.too_often': {
    status: 409,
    message: 'Você já pediu muitas vezes hoje para passar o lugar. Combine com a pessoa, e peça de novo amanhã.',
  },
} as const satisfies ErrorTable
