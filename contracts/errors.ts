/**
 * Every refusal, once: a stable code, its HTTP status and the Portuguese sentence a member may read. `{name}` in a
 * sentence is filled from the refusal's details. Texts in quotes in the specification stand here word for word.
 */
export const errors = {
  'request.invalid': { status: 400, message: 'Confira os campos destacados.' },
  'request.malformed': { status: 400, message: 'O pedido não pôde ser lido.' },
  'session.required': { status: 401, message: 'Entre na sua conta para continuar.' },
  'session.invalid': { status: 401, message: 'Sua sessão terminou. Entre novamente.' },
  'access.denied': { status: 403, message: 'Você não tem permissão para fazer isso.' },
  'access.not_approved': { status: 403, message: 'Sua conta ainda aguarda aprovação do administrador.' },
  'access.read_only': { status: 403, message: 'Você acompanha, sem alterar.' },
  'resource.not_found': { status: 404, message: 'Não encontramos o que você procura.' },
  'request.too_large': { status: 413, message: 'O arquivo ou o texto enviado é grande demais.' },
  'request.timed_out': { status: 408, message: 'O envio parou no meio do caminho e foi interrompido. Tente de novo.' },
  'request.wrong_type': { status: 415, message: 'Este tipo de conteúdo não é aceito.' },
  'request.too_many': { status: 429, message: 'Muitas tentativas. Aguarde um pouco e tente de novo.' },
  'server.failed': { status: 500, message: 'Algo deu errado do nosso lado. Nada foi perdido; tente de novo.' },
  'server.unavailable': { status: 503, message: 'O sistema está indisponível no momento. Tente de novo em instantes.' },
  'idempotency.key_reused': { status: 409, message: 'Este pedido já foi enviado com outro conteúdo.' },
  'idempotency.in_progress': { status: 409, message: 'Este pedido ainda está sendo processado.' },

  'session.bad_credentials': { status: 401, message: 'Email ou senha inválidos' },
  'session.account_closed': { status: 403, message: 'Esta conta está suspensa. Fale com a administração do círculo.' },
  'session.reading_only': {
    status: 403,
    message:
      'Sua participação está suspensa: você pode ler tudo, levar ou apagar os seus dados, discordar e recorrer, e nada mais.',
  },
  'session.phone_lost': {
    status: 403,
    message:
      'Esta conta está fechada porque o celular foi perdido. Para voltar, abra “Perdi o celular” e use um código do papel ou os de duas pessoas que conhecem você.',
  },
  'lost.not_known': {
    status: 409,
    message:
      'Só quem disse no livro que conhece esta pessoa pode dar um código a ela. Isso se faz cara a cara, em “Quem conhece quem”.',
  },
  'key.held': {
    status: 409,
    message: 'A chave de pagamento desta pessoa está guardada até ela voltar, porque o celular foi perdido.',
  },
  'session.confirm_again': { status: 403, message: 'Confirme que é você para continuar.' },
  'session.temporary_password': {
    status: 403,
    message: 'Sua senha é provisória. Escolha uma nova senha para continuar.',
  },
  'passkey.invalid': { status: 400, message: 'Esta chave de acesso não foi aceita. Tente de novo.' },
  'passkey.too_many': { status: 409, message: 'Você já tem dez chaves de acesso. Retire uma antes de criar outra.' },
  'passkey.unavailable': { status: 503, message: 'As chaves de acesso não estão disponíveis neste endereço.' },
  'recovery.code_wrong': { status: 400, message: 'Código incorreto ou vencido. Confira, ou peça outro.' },
  'user.already_registered': {
    status: 409,
    message: 'Não foi possível cadastrar com este e-mail e este CPF. Se você já tem conta, entre com ela.',
  },
  'user.email_taken': { status: 409, message: 'Este e-mail já está cadastrado.' },
  'user.cpf_taken': { status: 409, message: 'Este CPF já está cadastrado.' },
  'user.edited_meanwhile': {
    status: 409,
    message: 'Os dados desta pessoa acabaram de ser alterados. Atualize a página e tente de novo.',
  },
  'user.weak_password': { status: 400, message: 'Esta senha é fácil de adivinhar. Escolha outra.' },
  'user.own_status': { status: 409, message: 'Você não pode mudar a situação da sua própria conta.' },
  'user.same_password': { status: 400, message: 'Escolha uma senha diferente da atual.' },
  'user.current_password_required': {
    status: 403,
    message: 'Para mudar a sua própria senha ou o seu e-mail, digite a sua senha atual.',
  },
  'user.wrong_password': { status: 403, message: 'Senha atual incorreta.' },
  'terms.changed': { status: 409, message: 'Os termos mudaram enquanto você os lia. Leia-os de novo e aceite.' },
  'terms.not_accepted': {
    status: 409,
    message: 'Os termos do círculo mudaram. Leia e aceite os termos atualizados antes de continuar.',
  },
  'push.off': { status: 503, message: 'Os avisos neste aparelho não estão disponíveis nesta Ciranda.' },
  'push.service_unknown': {
    status: 400,
    message: 'O serviço de avisos deste navegador não é um dos que esta Ciranda usa.',
  },
  'push.invalid': { status: 400, message: 'Não foi possível ligar os avisos neste aparelho. Tente de novo.' },
  'code.already_verified': { status: 409, message: 'Este contato já foi verificado.' },
  'code.sent_recently': {
    status: 429,
    message: 'Um código acabou de ser enviado. Aguarde um minuto para pedir outro.',
  },
  'code.too_many_today': { status: 429, message: 'Já enviamos vários códigos hoje. Tente de novo amanhã.' },
  'code.expired': { status: 409, message: 'Este código não vale mais. Peça outro.' },
  'code.wrong': { status: 400, message: 'Código incorreto. Confira e tente de novo.' },

  'queue.position_taken': { status: 409, message: 'Erro: A posição #{position} já está ocupada por {name}' },
  'queue.position_invalid': { status: 400, message: 'A posição deve ir de 1 a 100.' },
  'queue.member_already_in': { status: 409, message: 'Erro: O usuário já está na fila na posição #{position}' },
  'queue.member_not_in_queue': { status: 409, message: 'O usuário não está nesta fila.' },
  'queue.member_not_approved': { status: 409, message: 'O usuário ainda não foi aprovado.' },
  'queue.member_is_admin': { status: 409, message: 'Administradores não participam da fila.' },
  'queue.entry_not_found': { status: 404, message: 'Este lugar da fila não existe mais. Atualize a página.' },
  'queue.order_drawn': {
    status: 409,
    message: 'Quem organiza também participa desta roda, e por isso a primeira ordem é sorteada. Comece o sorteio.',
  },
  'queue.reason_required': {
    status: 400,
    message:
      'Num círculo real, quem faz a primeira ordem à mão escreve o motivo, que fica no diário da fila. Escreva por quê, ou faça o sorteio da ordem.',
  },
  'queue.same_entry': { status: 409, message: 'Escolha duas posições diferentes.' },
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
  'queue.full': { status: 409, message: 'Nenhuma vaga disponível. Todas as 100 vagas estão ocupadas.' },
  'queue.reentry_pending': {
    status: 409,
    message: 'O usuário concluiu os três níveis e só volta à fila depois de confirmado o pagamento final.',
  },

  'key.not_pending': { status: 409, message: 'Esta troca de chave não está mais à espera. Atualize a página.' },
  'key.own_waits': {
    status: 409,
    message: 'Uma troca pedida na sua própria conta espera 24 horas, para a sua segurança.',
  },

  'swap.not_here': { status: 409, message: 'Aqui as vezes não se trocam: isso é das rodas de uma fila só.' },
  'swap.oneself': { status: 409, message: 'Escolha outra pessoa: a sua própria vez já é sua.' },
  'swap.no_place': {
    status: 409,
    message: 'Uma das duas pessoas não tem lugar na fila, ou ainda não aceitou os termos. Troque com outra.',
  },
  'swap.receiving': {
    status: 409,
    message: 'Uma das duas pessoas já está recebendo, e a vez dela não se troca mais. Escolha quem ainda espera.',
  },
  'swap.received': {
    status: 409,
    message: 'Uma das duas pessoas já recebeu nesta volta. Escolha quem ainda espera a vez.',
  },
  'swap.changed': {
    status: 409,
    message: 'Os lugares mudaram desde o pedido. Olhe a ordem de agora e peça de novo.',
  },
  'swap.too_many': {
    status: 409,
    message: 'Você já tem três pedidos de troca abertos. Retire um antes de pedir outro.',
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
    message: 'Esta pessoa já teve duas pausas nesta volta, e mais não há: quem recebe espera por cada uma.',
  },
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
  'donation.payment_reused': {
    status: 409,
    message:
      'Este ID de transação PIX já está em outra doação, e um pagamento vale para uma só. Confira o ID no comprovante do banco, ou envie sem ele.',
  },
  'donation.only_scheduled': {
    status: 409,
    message:
      'Este PIX está agendado para {day}, e agendado não é pago. Envie o comprovante do pagamento nesse dia; se já pagou, retire antes o agendamento.',
  },
  'donation.has_receipt': { status: 409, message: 'O comprovante já foi enviado: não é preciso agendar.' },
  'donation.schedule_past': { status: 400, message: 'Escolha hoje ou um dia que ainda vem.' },
  'donation.schedule_late': {
    status: 409,
    message: 'O prazo desta doação termina em {day}. Agende para esse dia ou antes.',
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
  'report.answer_day': { status: 400, message: 'Escolha um dia de hoje até daqui a {days} dias.' },
  'report.no_receiver': { status: 409, message: 'Quem recebe aqui é a conta administrativa: não há a quem pedir.' },
  'report.ended': { status: 409, message: 'Este caso já foi encerrado.' },
  'report.outcome_not_allowed': {
    status: 409,
    message: 'Só um caso resolvido pode decidir o que acontece com a doação.',
  },

  'appeal.not_decided': { status: 409, message: 'Só se recorre de uma decisão, e este caso ainda não tem uma.' },
  'appeal.once': { status: 409, message: 'Este caso já teve o seu recurso: cada caso tem um só.' },
  'appeal.too_late': {
    status: 409,
    message: 'O prazo para recorrer terminou em {until}: são 14 dias depois da decisão.',
  },
  'appeal.none': { status: 409, message: 'Este caso não tem recurso a decidir.' },
  'appeal.ended': { status: 409, message: 'O recurso deste caso já foi decidido.' },
  'appeal.own_decision': {
    status: 403,
    message: 'Você tomou parte na primeira decisão: quem decide o recurso é outra pessoa da administração.',
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

  'pull.off_plan': {
    status: 409,
    message:
      'O plano foi mostrado para {people} pessoas; com lugar na fila: {places}. Antes da primeira contribuição, espere as que faltam ou mude o plano para quantas são: cada pessoa aceita o plano novo.',
  },

  'plan.not_balanced': {
    status: 409,
    message: 'Este plano não devolve a cada participante o que ele doou. Use-o apenas em demonstração.',
  },
  'ledger.no_such_size': { status: 400, message: 'O livro tem {size} lançamentos: não há prova para esses números.' },
  'plan.invalid': { status: 400, message: 'Este plano não fecha: {reason}' },
  'plan.frozen': { status: 409, message: 'O plano não muda mais: o círculo já tem doações.' },

  'circle.demonstration_stays': { status: 409, message: 'Um círculo de demonstração nunca se torna real.' },
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
    message: 'A roda já começou. Quem organiza entra antes da primeira contribuição, ou na próxima volta.',
  },
  'participation.elsewhere': { status: 409, message: 'Você já participa de outra roda. Cada conta participa de uma.' },
  'participation.incomplete': {
    status: 409,
    message: 'Antes, diga o seu nome, o sobrenome e o seu CPF, como fazem as outras pessoas.',
  },
  'circle.only_demonstration': { status: 409, message: 'Só um círculo de demonstração pode ser recomeçado.' },
  'circle.wrong_confirmation': { status: 400, message: 'O nome escrito não é o do círculo.' },

  'member.already_approved': { status: 409, message: 'Este usuário já foi aprovado.' },
  'member.not_in_circle': { status: 409, message: 'Este usuário ainda não faz parte do círculo.' },
  'member.suspended': { status: 409, message: 'Este usuário está suspenso.' },
  'member.not_suspended': { status: 409, message: 'Este usuário não está suspenso.' },
  'member.left': { status: 409, message: 'Este usuário saiu do círculo.' },

  'signature.invalid': {
    status: 400,
    message: 'A assinatura deste aparelho não vale para isto. Nada foi feito; tente de novo.',
  },
  'signature.needed': {
    status: 400,
    message: 'Isto só vale com a assinatura de um aparelho seu (Perfil, Meus aparelhos). Nada foi feito.',
  },
  'vouch.oneself': { status: 409, message: 'Quem conhece você são os outros.' },
  'witness.unreadable': { status: 400, message: 'Esta não é a chave de uma testemunha.' },
  'witness.too_many': { status: 409, message: 'Você já escolheu testemunhas demais. Retire alguma antes.' },
  'device.waits': {
    status: 400,
    message:
      'Este aparelho é novo e ainda espera. Ele assina por você em 24 horas, ou logo que outro aparelho seu o aceitar (Perfil, Meus aparelhos). Nada foi feito.',
  },
  'device.invalid': { status: 400, message: 'Esta não é uma chave de aparelho.' },
  'device.taken': { status: 409, message: 'A chave deste aparelho já foi usada. Ele precisa de outra.' },
  'device.too_many': {
    status: 409,
    message: 'Você já tem aparelhos demais. Retire algum em Perfil, ou espere até amanhã.',
  },

  'administrator.is_member': {
    status: 409,
    message: 'Este e-mail ou CPF é de quem participa de um círculo. Quem participa não administra.',
  },
  'administrator.already': { status: 409, message: 'Esta pessoa já administra a Ciranda.' },
  'administrator.circle_founded': {
    status: 409,
    message: 'Um círculo real acabou de ser criado: agora este convite pede outra pessoa, ou 72 horas. Tente de novo.',
  },
  'administrator.last': { status: 409, message: 'Esta é a última pessoa que administra. Convide outra antes.' },
  'administrator.own_account': {
    status: 403,
    message: 'A conta de quem administra é só dessa pessoa. Em Administradores você pode convidar ou retirar alguém.',
  },
  'administrator.invitation_over': {
    status: 409,
    message: 'Este convite não vale mais. Peça outro a quem convidou você.',
  },

  'join.unknown': {
    status: 404,
    message: 'Este convite não existe. Confira se abriu o endereço inteiro, ou peça outro a quem convidou você.',
  },
  'join.revoked': { status: 409, message: 'Este convite foi cancelado. Peça outro a quem convidou você.' },
  'join.used_up': {
    status: 409,
    message: 'Este convite já foi usado por quantas pessoas valia. Peça outro a quem convidou você.',
  },
  'join.expired': { status: 409, message: 'O prazo deste convite terminou. Peça outro a quem convidou você.' },
  'join.circle_over': {
    status: 409,
    message: 'O círculo deste convite não existe mais. Peça outro a quem convidou você.',
  },
  'join.needs_more': {
    status: 409,
    message: 'Este círculo pede o cadastro completo. Atualize a página e continue.',
  },
  'join.over': { status: 409, message: 'Este convite já não valia mais.' },

  'approval.ended': { status: 409, message: 'Esta proposta já foi encerrada. Atualize a página.' },
  'approval.own': { status: 403, message: 'Quem propõe não aprova: é preciso outra pessoa.' },
  'approval.own_matter': {
    status: 403,
    message: 'Este assunto é seu também, ou de quem tem uma doação em aberto com você. Peça a outra pessoa que decida.',
  },
  'approval.not_own': { status: 403, message: 'Só quem propôs pode retirar a proposta.' },
  'approval.too_new': {
    status: 403,
    message: 'Quem foi convidado por uma pessoa só, há menos de 72 horas, ainda não pode aprovar.',
  },
  'approval.proposer_gone': { status: 409, message: 'Quem propôs não administra mais.' },
  'approval.needed': {
    status: 409,
    message: 'A situação mudou, e agora isto precisa de duas pessoas. Peça de novo, e será proposto.',
  },
  'approval.changed': { status: 409, message: 'O que foi proposto já não é o que aconteceria. Proponha de novo.' },

  'privacy.administers': {
    status: 409,
    message: 'Você também organiza. Antes de apagar os seus dados, passe a administração a outra pessoa.',
  },
  'privacy.rejected_waits': {
    status: 409,
    message:
      'Uma doação cujo comprovante foi recusado por quem recebe ainda espera por outro. Antes de sair, ela precisa ser confirmada ou decidida pela administração.',
  },
  'privacy.own_choice': {
    status: 403,
    message:
      'Num círculo real, só a própria pessoa apaga os seus dados: ela entra e os apaga em Privacidade, mesmo suspensa ou retirada.',
  },
  'privacy.open_matters': { status: 409, message: 'Os dados ainda não podem ser apagados. Antes disso: {matters}.' },

  'file.not_image': { status: 415, message: 'Por favor, selecione apenas arquivos de imagem (JPG, PNG, etc.)' },
  'file.not_image_avatar': { status: 415, message: 'Por favor, selecione um arquivo de imagem válido.' },
  'file.qr_avatar': {
    status: 400,
    message: 'Esta imagem tem um QR Code, que pode levar a um pagamento. Escolha uma foto ou um desenho.',
  },
  'file.qr_case': {
    status: 400,
    message: 'Esta imagem tem um QR Code, e em uma demonstração nada pode levar a um pagamento.',
  },
  'file.too_large': { status: 413, message: 'Arquivo muito grande. Máximo 5MB permitido.' },
  'file.too_large_avatar': { status: 413, message: 'A imagem deve ter no máximo 5MB.' },
  'file.bad_base64': { status: 400, message: 'Erro ao processar a imagem. Tente novamente.' },
  'file.wrong_pixels_exact': { status: 400, message: 'A imagem deve ter exatamente 400x400 pixels.' },
  'file.wrong_pixels_max': { status: 400, message: 'A imagem deve ter no máximo 400x400 pixels.' },
  'file.too_many_pixels': { status: 400, message: 'A imagem é grande demais para ser aberta.' },
  'file.quota': { status: 429, message: 'Você já enviou muitos arquivos hoje. Tente de novo amanhã.' },
  'server.disk_full': {
    status: 507,
    message: 'Não há espaço para guardar isso agora. Nada foi alterado; tente mais tarde.',
  },
  'file.disk_full': { status: 507, message: 'Não há espaço para guardar o arquivo agora. Tente mais tarde.' },

  'backup.passphrase_differs': { status: 400, message: 'As duas senhas da cópia não são iguais.' },
  'backup.machine_passphrase_missing': {
    status: 409,
    message:
      'Numa instalação com um círculo real, a cópia do console precisa da senha das cópias desta máquina (BACKUP_PASSPHRASE), que ainda não existe.',
  },
  'backup.running': { status: 409, message: 'Uma cópia já está sendo feita. Espere ela terminar.' },
  'cep.unavailable': { status: 503, message: 'A busca de CEP não está disponível. Preencha o endereço.' },
  'cep.not_found': { status: 404, message: 'CEP não encontrado. Preencha o endereço.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** The refusals of every action on a donation that may have ended. */
export const OPEN_DONATION_REFUSALS = [
  'resource.not_found',
  'donation.already_confirmed',
  'donation.expired',
  'donation.ended',
] as const satisfies readonly ErrorCode[]

/** The sentence of a code with its `{placeholders}` filled; one without a value is left out. */
export function errorMessage(code: ErrorCode, details: Readonly<Record<string, string | number>> = {}): string {
  return errors[code].message.replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? ''))
}
