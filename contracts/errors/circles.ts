import type { ErrorTable } from './table.ts'

/** The refusals of a circle, its beginning, its plan, its contributions, its ledger and its approvals. */
export const circles = {
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
  'ledger.ahead': {
    status: 409,
    message:
      'O relógio do servidor esteve adiantado, e o livro já chegou a {at}. Até {until} nenhum aparelho pode assinar nesta roda, e nada foi feito. Avise quem cuida do servidor.',
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
