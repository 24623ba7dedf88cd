import type { ErrorTable } from './table.ts'

/** The refusals of a circle, its plan, its queue and its ledger. */
export const circles = {
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
  'beginning.not_here': { status: 409, message: 'Só uma roda de uma fila, de verdade, entra já começada.' },
  'beginning.late': {
    status: 409,
    message: 'Esta roda já começou aqui: não dá mais para trazer o que houve antes.',
  },
  'beginning.people': {
    status: 409,
    message:
      'As linhas não são das pessoas desta roda. Ponha uma linha para cada pessoa aprovada, tantas quantas o plano pede.',
  },
  'beginning.rows': { status: 409, message: 'As contas não fecham: {reason}' },
  'beginning.shares': {
    status: 409,
    message:
      'Alguém pediu mais de um lugar, e as linhas são uma por pessoa. Essa pessoa fica com um lugar, no perfil dela.',
  },
  'beginning.none': { status: 409, message: 'Não há começo esperando. Atualize a página.' },
  'beginning.changed': {
    status: 409,
    message: 'A sua linha mudou neste meio tempo. Atualize a página e confira de novo.',
  },
  'beginning.waited': {
    status: 409,
    message: 'Faltam pessoas que ainda não disseram que está certo: {missing}. Fale com elas; depois a roda entra.',
  },
  'beginning.waits': {
    status: 409,
    message:
      'Esta roda espera que cada pessoa confira o que deu e recebeu antes. Traga a roda, ou desista disso, em “A ordem”.',
  },
  'rotation.not_here': { status: 409, message: 'Aqui não há voltas a começar: isso é das rodas de uma fila só.' },
  'rotation.already': {
    status: 409,
    message: 'Outra volta já começou. Falta pedir a primeira contribuição dela.',
  },
  'rotation.not_over': {
    status: 409,
    message:
      'Ainda não: quem não está em zero: {behind}; o que está em aberto: {open}. Outra volta começa quando todos receberam o que deram.',
  },
  'rotation.all_asked': {
    status: 409,
    message:
      'As contribuições desta volta já foram todas pedidas, e ainda há o que pagar: {open}. Depois comece outra volta, ou encerre a roda.',
  },
  'rotation.awaited': {
    status: 409,
    message:
      'A volta terminou e todos estão em zero. Comece outra volta, que todos aceitam de novo, ou encerre a roda.',
  },
  'ahead.shares': {
    status: 409,
    message: 'Nesta roda alguém tem mais de um lugar, e nada se paga adiantado. Espere o pedido de cada mês.',
  },
  'ahead.not_here': { status: 409, message: 'Só a contribuição de uma roda pode ser adiantada.' },
  'ahead.no_place': { status: 409, message: 'Para adiantar, você precisa de um lugar na roda e dos termos aceitos.' },
  'ahead.not_asked': {
    status: 409,
    message: 'A contribuição deste mês ainda não foi pedida. Quando ela vier, você pode adiantar as seguintes.',
  },
  'ahead.owing': {
    status: 409,
    message: 'Você tem uma contribuição vencida, em pausa ou com um problema. Resolva essa primeiro e depois adiante.',
  },
  'ahead.enough': {
    status: 409,
    message: 'Você já adiantou três meses, que é o máximo. Espere pelo próximo mês para adiantar outro.',
  },
  'ahead.nothing_left': { status: 409, message: 'As suas contribuições desta volta já estão todas pedidas ou pagas.' },
  'ahead.behind': {
    status: 409,
    message: 'Falta um mês seu que os outros já pagaram. Ele é pedido primeiro; depois você pode adiantar.',
  },
  'ahead.nobody': {
    status: 409,
    message: 'Ainda não se sabe quem recebe o seu próximo mês. Espere que ele seja pedido.',
  },
  'ahead.receiver_case': {
    status: 409,
    message: 'Há um caso aberto com quem receberia. Espere que ele termine e tente de novo.',
  },
  'ahead.receiver_moving': {
    status: 409,
    message: 'Quem receberia pediu para trocar de vez ou passar o lugar. Espere a resposta e tente de novo.',
  },
  'ahead.changed': { status: 409, message: 'Agora é outra pessoa que receberia. Veja de novo para quem é, e adiante.' },
  'pause.not_here': {
    status: 409,
    message: 'A pausa é da contribuição do mês, numa roda de uma fila só. Esta doação não é uma delas.',
  },
  'pause.money_moved': {
    status: 409,
    message: 'Já há um comprovante ou um problema nesta contribuição. Resolvam isso primeiro.',
  },
  'pause.already': { status: 409, message: 'Esta contribuição já está em pausa.' },
  'pause.too_many': {
    status: 409,
    message:
      'Esta pessoa já teve duas pausas nesta volta, e mais não há. Ela pode pagar em partes, ou depois do prazo: também vale.',
  },
  'pause.too_late': {
    status: 409,
    message:
      'Faltam menos de 72 horas para o prazo, e antes dele ninguém mais pode aprovar a pausa. A pessoa pode pagar em partes, ou depois do prazo: também vale.',
  },
  'paper.not_confirmed': { status: 409, message: 'Só uma doação confirmada tem recibo.' },
  'paper.altered': {
    status: 409,
    message:
      'O lançamento nº {seq} do livro não é o que a marca dele diz: alguém o mudou. Nenhum papel é feito com ele. Avise o grupo.',
  },
  'upgrade.not_available': { status: 409, message: 'Este upgrade não está disponível.' },
  'upgrade.cannot_afford': { status: 409, message: 'O que este nível pagou não cobre o upgrade.' },
  'upgrade.already_accepted': { status: 409, message: 'Você já aceitou este upgrade.' },
  'level.not_in_plan': {
    status: 400,
    message: 'Este círculo não tem a fila N{level}: o plano dele não tem esse nível.',
  },
  'level.unknown': { status: 400, message: 'Os níveis são 1, 2 e 3.' },
  'pull.contradicts_plan': { status: 400, message: 'Estes números não são os do plano do círculo.' },
  'pull.cycle_unknown': { status: 400, message: 'Só existe o ciclo 1.' },
  'pull.period_past': { status: 409, message: 'Este mês já passou: contribuições mais novas já foram pedidas.' },
  'pull.terms_new': {
    status: 409,
    message:
      'Os termos mudaram há menos de três dias, e nem todos já os aceitaram. Peça que aceitem, ou espere os três dias: antes disso ninguém perde a vez.',
  },
  'pull.off_plan': {
    status: 409,
    message:
      'O plano foi mostrado para {people} pessoas; com lugar: {places}. Antes da primeira contribuição, espere as que faltam ou mude o plano para quantas são: cada pessoa aceita o plano novo.',
  },
  'plan.not_balanced': {
    status: 409,
    message: 'Este plano não devolve a cada participante o que ele doou. Use-o apenas em demonstração.',
  },
  'ledger.no_such_size': { status: 400, message: 'O livro tem {size} lançamentos: não há prova para esses números.' },
  'plan.invalid': { status: 400, message: 'Este plano não fecha: {reason}' },
  'plan.frozen': { status: 409, message: 'O plano não muda mais: o círculo já tem doações.' },
  'circle.outcome_not_seen': {
    status: 409,
    message:
      'Antes de criar um círculo real, veja o que o plano faz, também se a roda parar no meio, e marque que viu.',
  },
  'circle.operator_required': {
    status: 409,
    message: 'Um círculo real diz quem o opera: nome, documento, contato e encarregado de dados.',
  },
  'circle.none': {
    status: 409,
    message: 'Esta Ciranda ainda não tem um círculo. Quando a administração abrir um, será possível se cadastrar.',
  },
  'circle.ended': { status: 409, message: 'Este círculo foi recomeçado: outro está no lugar dele.' },
  'circle.closed': { status: 409, message: 'Esta roda está encerrada: só se lê o que aconteceu nela.' },
  'circle.not_over': {
    status: 409,
    message:
      'Ainda não: quem não está em zero: {behind}; o que está em aberto: {open}. A roda encerra quando todos receberam o que deram.',
  },
  'circle.case_recent': {
    status: 409,
    message:
      'Ainda não: um problema foi decidido há menos de 14 dias, ou um recurso espera. Depois disso, a roda pode encerrar.',
  },
  'participation.demonstration': { status: 409, message: 'Numa demonstração, quem administra não participa.' },
  'participation.begun': {
    status: 409,
    message: 'A roda já começou. Quem organiza entra antes da primeira contribuição, ou numa roda nova.',
  },
  'participation.unfinished': {
    status: 409,
    message:
      'Na roda que encerrou ainda há uma doação sua em aberto. Espere até que ela termine, ou saia daquela roda; depois, participe de outra.',
  },
  'participation.elsewhere': { status: 409, message: 'Você já participa de outra roda. Cada conta participa de uma.' },
  'participation.incomplete': {
    status: 409,
    message: 'Antes, diga o seu nome, o sobrenome e o seu CPF, como fazem as outras pessoas.',
  },
  'circle.only_demonstration': { status: 409, message: 'Só um círculo de demonstração pode ser recomeçado.' },
  'circle.wrong_confirmation': { status: 400, message: 'O nome escrito não é o do círculo.' },
  'witness.unreadable': { status: 400, message: 'Esta não é a chave de uma testemunha.' },
  'witness.too_many': { status: 409, message: 'Você já escolheu testemunhas demais. Retire alguma antes.' },
  'approval.ended': { status: 409, message: 'Esta proposta já foi encerrada. Atualize a página.' },
  'approval.already': { status: 409, message: 'Você já propôs isto, e a proposta ainda espera.' },
  'approval.own': { status: 403, message: 'Quem propõe não aprova: é preciso outra pessoa.' },
  'approval.own_matter': {
    status: 403,
    message:
      'Este assunto é seu também, ou de quem tem uma doação em aberto com você. Quem decide é outra pessoa que administra, ou um fiscal: se não há, convide uma pessoa ou indique um fiscal.',
  },
  'approval.not_own': { status: 403, message: 'Só quem propôs pode retirar a proposta.' },
  'approval.too_new': {
    status: 403,
    message: 'Quem foi convidado por uma pessoa só, há menos de 72 horas, ainda não pode aprovar.',
  },
  'approval.too_late': {
    status: 409,
    message:
      'Ninguém mais pode aprovar isto agora, e o pedido acaba antes das 72 horas. As duas pessoas podem pedir de novo.',
  },
  'approval.by_silence': {
    status: 403,
    message: 'Isto ninguém aprova: acontece no dia marcado, se ninguém a quem falta dinheiro discordar.',
  },
  'approval.proposer_gone': { status: 409, message: 'Quem propôs não administra mais.' },
  'approval.needed': {
    status: 409,
    message: 'A situação mudou, e agora isto precisa de duas pessoas. Peça de novo, e será proposto.',
  },
  'approval.changed': { status: 409, message: 'O que foi proposto já não é o que aconteceria. Proponha de novo.' },
} as const satisfies ErrorTable
