import { once } from '#circle/once.ts'
import { headText } from '#circle/ledger/entry.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import type { LedgerFault, LedgerFaultCode } from '#circle/ledger/verdict.ts'

// Apart from the calls, so that a page that says what is wrong need not bring what checks a request.

/** The faults of a ledger in words for a member; the stand-alone script says the same. */
export const ledgerFaultSentences: Readonly<Record<LedgerFaultCode, string>> = {
  'entry.unreadable': 'A posição {line} não é um lançamento que se possa ler.',
  'entry.missing': 'Falta o lançamento {seq}.',
  'entry.repeated': 'O lançamento {seq} aparece mais de uma vez, de novo na posição {line}.',
  'entry.moved': 'O lançamento {seq} está fora do lugar: deveria estar na posição {line}.',
  'entry.altered': 'O lançamento {seq} foi alterado: o conteúdo não é o que a marca dele diz.',
  'entry.unlinked': 'O lançamento {seq} não continua o anterior: o que veio antes dele foi trocado.',
  'head.unsigned': 'A assinatura do fim do livro não confere.',
  'head.differs': 'O livro não termina onde a assinatura diz, no lançamento {seq}.',
  'kept.unsigned': 'A assinatura guardada do lançamento {seq} não confere: o arquivo guardado foi alterado.',
  'kept.other_circle': 'O que foi guardado no lançamento {seq} é de outro círculo.',
  'kept.other_key': 'A chave que assina hoje não é a que assinou o lançamento {seq} guardado.',
  'kept.cut': 'O livro foi encurtado: o que foi guardado chega ao lançamento {seq}.',
  'kept.rewritten': 'O livro foi reescrito: o lançamento {seq} não é o que foi assinado antes.',
  'time.dated_back':
    'O lançamento {seq} tem uma data que não pode ser a dele: uma assinatura guardada mostra que foi escrito em outra hora.',
  'time.ahead':
    'O lançamento {seq} tem uma data que ainda não chegou. Se o relógio deste aparelho estiver certo, o do livro foi adiantado.',
  'time.stale':
    'O livro veio assinado com uma hora de mais de um dia atrás. Se o relógio deste aparelho estiver certo, o do livro foi atrasado.',
  'time.moved_by_hand':
    'O lançamento {seq} diz que o relógio foi posto à mão, o que num círculo real não existe: as datas dele podem ser inventadas.',
  'checkpoint.unreadable':
    'O código de hoje, como o servidor o mostra, não se pode ler: com ele ninguém compara o livro. Mostre isto ao grupo.',
  'checkpoint.unsigned': 'O código dos primeiros {seq} lançamentos não foi assinado pela chave deste livro.',
  'checkpoint.other_circle': 'O código guardado, dos primeiros {seq} lançamentos, é de outro círculo.',
  'checkpoint.cut': 'O livro foi encurtado: o código guardado é de {seq} lançamentos.',
  'checkpoint.rewritten': 'O livro foi reescrito: os primeiros {seq} lançamentos não são os do código.',
  'own.missing': 'A sua doação {id} não está no livro.',
  'own.differs':
    'A sua doação {id} está no livro com outro valor, prazo, outra pessoa ou em outra situação (lançamento {seq}).',
  'own.unlisted': 'O livro tem no lançamento {seq} uma doação sua, {id}, que os seus dados não têm.',
  'own.not_offered':
    'Uma doação sua espera por você, diz o lançamento {seq} do livro, e o servidor não deixa pagar, confirmar ou dizer que há um problema. Avise hoje o grupo e a outra pessoa.',
  'own.other_key':
    'A chave de pagamento que foi mostrada na sua doação {id} não é a que ficou no livro (lançamento {seq}).',
  'own.shut_out':
    'O servidor diz que você está fora do círculo, e no livro você participa dele desde o lançamento {seq}.',
  'own.turns_differ':
    'O servidor mostra a ordem, ou os meses em que cada vez chega, de outro jeito do que o livro diz até o lançamento {seq}.',
  'own.result_differs':
    'O servidor mostra outras contas da roda, ou outras suas, do que o livro diz até o lançamento {seq}.',
  'own.proposal_hidden':
    'O livro tem no lançamento {seq} uma proposta que toca você, e o servidor não mostra, ou mostra de outro jeito. Pergunte hoje ao grupo: sem ninguém discordar, ela pode valer em poucos dias.',
  'own.proposal_differs':
    'A proposta do lançamento {seq} do livro é mostrada de outro jeito do que está nele: outras pessoas, outro valor ou outra mudança. Não decida nada sobre ela antes de perguntar ao grupo.',
  'own.case_differs':
    'Um caso seu é mostrado de outro jeito do que está no livro (lançamento {seq}): falta ou mudou o que alguém disse, quem disse, ou a decisão. Mostre isto à outra pessoa do caso.',
  'own.paid_elsewhere':
    'No livro (lançamento {seq}), você é paga em outra chave do que o seu perfil mostra, ou uma troca da sua chave espera e não aparece. Avise hoje quem lhe deve.',
  'own.device_hidden':
    'Um aparelho que assina por você desde o lançamento {seq} do livro não está na lista dos seus aparelhos, ou está de outro jeito. Mostre isto ao grupo antes de retirar algum.',
  'own.appeal_hidden':
    'Um caso seu foi decidido no lançamento {seq} do livro, e o servidor não oferece o recurso, ou diz outro prazo. Você tem 14 dias desde a decisão: peça o recurso hoje, diante do grupo.',
  'own.terms_hidden':
    'Os termos mudaram no lançamento {seq} do livro, e o servidor mostra que você já os aceitou. Enquanto você não aceitar, nada lhe é pago: avise hoje o grupo.',
  'own.draw_hidden':
    'Um sorteio da ordem começou no lançamento {seq} do livro, e o servidor não mostra, ou mostra outro prazo. Avise hoje o grupo: sem o seu número, outros escolhem por você.',
  'payment_key.unasked':
    'O lançamento {seq} troca uma chave de pagamento sem que a troca tenha sido pedida, ou antes da hora.',
  'payment_key.held_back':
    'No lançamento {seq}, alguém continua a ser pago na chave antiga: a troca que pediu foi desfeita por outra pessoa, ou já devia valer. Pergunte a quem recebe antes de pagar.',
  'approval.missing':
    'O lançamento {seq} decide, num círculo real, o que só duas pessoas podem decidir, ou uma depois de 72 horas.',
  'approval.unfounded':
    'O lançamento {seq} executa uma proposta que não foi aprovada por outra pessoa, nem esperou 72 horas por não haver quem a aprovasse, ou encerra uma em nome de quem não podia.',
  'appeal.unfounded':
    'O lançamento {seq} faz ou decide um recurso que não pode existir: sem decisão antes, de quem não é parte, fora do prazo ou pela segunda vez.',
  'appeal.own_decision':
    'O lançamento {seq} decide um recurso por quem tinha tomado parte na primeira decisão, sem outra pessoa e sem esperar 72 horas.',
  'fiscal.named_wrongly':
    'O lançamento {seq} indica como fiscal quem não pode ser: quem administra ou tem ajuda dessa pessoa, quem não participa, quem já foi indicado, ou mais de cinco pessoas.',
  'fiscal.withdrawn_wrongly':
    'O lançamento {seq} retira, também por uma ajuda, um fiscal que a roda já confirmou, ou que outra pessoa indicou.',
  'fiscal.unsigned':
    'O lançamento {seq} confirma ou encerra um fiscal, ou decide como fiscal, sem a assinatura do aparelho.',
  'fiscal.not_theirs': 'O lançamento {seq} confirma ou encerra um fiscal em nome de quem não podia dizer isso.',
  'member.made_to_leave':
    'O lançamento {seq} faz alguém sair do círculo para sempre sem que a própria pessoa o tenha pedido.',
  'deadline.spared':
    'Até o lançamento {seq}, alguém que não pagou no prazo ficou mais de um dia como se estivesse em dia.',
  'approval.own_matter':
    'No lançamento {seq}, quem administra e participa decidiu num assunto seu: dinheiro, lugar, vez, chave ou caso.',
  'queue.first_by_hand':
    'O lançamento {seq} arruma à mão a primeira ordem de uma roda em que quem organiza participa: ela é sorteada, ou todos a aceitam.',
  'administrator.unsaid':
    'No lançamento {seq}, alguém que participa da roda age como quem administra, sem que isso tenha sido dito antes.',
  'administrator.unapproved':
    'O lançamento {seq} faz alguém administrar um círculo real sem que duas pessoas, ou uma depois de 72 horas, o tenham decidido.',
  'administrator.unknown': 'O lançamento {seq} foi feito, como administração, por quem não administrava o círculo.',
  'administrator.named_late':
    'O lançamento {seq} diz quem administra o círculo fora do lugar: isso só se diz na criação, uma só vez.',
  'words.stranger': 'O lançamento {seq} guarda, num caso, palavras de quem não é parte dele.',
  'words.unsaid':
    'O lançamento {seq} guarda, num caso, um motivo em nome de quem não avisou nem recorreu ali, ou pela segunda vez.',
  'words.unsigned':
    'O lançamento {seq} guarda palavras em nome de quem tem aparelho, num círculo real, sem que um aparelho seu as tenha assinado.',
  'founding.older':
    'O lançamento {seq} funda um círculo real por regras de antes, que nessa data já não se usavam: assim ele exigiria menos.',
  'founding.newer':
    'O lançamento {seq} funda o círculo por regras que esta versão ainda não conhece. Abra a página de novo, ou use o verificador da versão nova.',
  'words.other_change':
    'O lançamento {seq} dá um motivo a uma mudança da fila que não existe, ou que outra pessoa fez.',
  'circle.closed_early': 'O lançamento {seq} encerra a roda sem que todos estivessem em zero, ou com algo em aberto.',
  'circle.after_end': 'O lançamento {seq} foi feito depois do encerramento, quando nada mais acontece na roda.',
  'calendar.unfounded':
    'O lançamento {seq} pede as contribuições em nome do calendário, e nenhum calendário as pedia então.',
  'payment.reused':
    'O comprovante do lançamento {seq} traz o ID de uma transação PIX que já estava no de outra doação, {id}.',
  'own.consent_differs':
    'O livro e os seus dados não dizem o mesmo sobre os termos que você aceitou (lançamento {seq}).',
  'own.words_differ':
    'Nos seus dados, o que se disse no caso {id} não é o que está marcado no lançamento {seq}, ou o que o aparelho de quem falou assinou.',
  'terms.differ':
    'Os termos que o servidor mostra (plano, operador, texto ou se é demonstração) não são os que o livro anotou no lançamento {seq}.',
  'terms.mode':
    'O servidor mostra como demonstração um círculo real, ou o contrário: o livro diz no lançamento {seq} o que ele é. O que se deve num círculo real se paga.',
  'terms.closed': 'O servidor diz que a roda terminou, e no livro ela continua até o lançamento {seq}.',
  'books.part_sum':
    'No lançamento {seq}, o que foi pago em partes não é o que os comprovantes e o valor da doação dizem.',
  'consent.missing': 'O lançamento {seq} cobra de quem não tinha aceitado os termos em vigor.',
  'consent.unserved':
    'Antes do lançamento {seq}, alguém aceitou os termos e continuou sem receber, como se não os tivesse aceitado.',
  'consent.passed_over': 'O pedido do lançamento {seq} deixa de cobrar de quem tinha aceitado os termos em vigor.',
  'consent.unequal':
    'O pedido do lançamento {seq} deixa de cobrar de quem não aceitou os termos e continua a mandar que lhe paguem.',
  'consent.too_soon':
    'O lançamento {seq} deixa alguém de fora por não ter aceitado termos que tinham mudado há menos de três dias.',
  'consent.not_own': 'O lançamento {seq} aceita os termos em nome de outra pessoa.',
  'draw.begun_wrongly':
    'O lançamento {seq} é de um sorteio que não podia começar assim: outro corria, alguém ficou de fora ou entrou a mais, ou a roda já tinha começado.',
  'draw.stranger': 'O lançamento {seq} é de quem não tem parte no sorteio, ou já a teve.',
  'draw.out_of_time': 'O lançamento {seq} de um sorteio está fora da hora em que podia acontecer.',
  'draw.number_differs': 'O lançamento {seq} mostra num sorteio um número que não é o que tinha sido guardado.',
  'draw.number_left_out':
    'O lançamento {seq} tira uma ordem de um sorteio em que falta o número de alguém: sem todos os números, nenhuma ordem vale.',
  'draw.secret_differs': 'O lançamento {seq} revela num sorteio um segredo que não é o que tinha sido guardado.',
  'draw.order_differs': 'A ordem do lançamento {seq} não é a que segue do sorteio.',
  'draw.unfinished': 'Até o lançamento {seq}, um sorteio começado não terminou nem caducou como devia.',
  'order.proposed_wrongly':
    'O lançamento {seq} propõe uma ordem que não é a da marca escrita nele, repete alguém, ou vem enquanto outra está proposta.',
  'order.accepted_wrongly':
    'O lançamento {seq} aceita em nome de alguém uma ordem que não era a proposta, ou sem a assinatura do aparelho da própria pessoa.',
  'order.ended_wrongly': 'O lançamento {seq} encerra uma ordem proposta que ainda valia, ou que não existia.',
  'order.unaccepted':
    'O lançamento {seq} põe em vigor uma ordem proposta que nem todos tinham aceitado assim, um por um.',
  'word.unsigned':
    'O lançamento {seq} diz que alguém conhece uma pessoa ou escolheu uma testemunha, sem a assinatura de um aparelho.',
  'word.not_theirs': 'O lançamento {seq} diz que se conhecem pessoas que não podiam dizer isso uma da outra.',
  'witness.hash_differs': 'O lançamento {seq} traz a chave de outra testemunha, que não a assinada.',
  'helper.named_wrongly':
    'O lançamento {seq} dá uma pessoa que ajuda a quem não podia ter: a si mesma, a quem assina pelo próprio aparelho ou já tem ajuda.',
  'helper.too_many': 'No lançamento {seq}, a mesma pessoa passa a ajudar mais gente do que pode: são duas, no máximo.',
  'helper.unknown': 'O lançamento {seq} foi feito em nome de alguém por quem não a ajudava, ou não ajudava mais.',
  'helper.unsigned': 'No lançamento {seq}, quem ajuda fez algo por alguém sem a assinatura do seu aparelho.',
  'helper.not_theirs': 'No lançamento {seq}, quem ajuda fez por alguém o que só a própria pessoa faz.',
  'substitute.unsigned':
    'O lançamento {seq} pede que alguém fique com um lugar, ou aceita, sem a assinatura do aparelho de quem o quis.',
  'substitute.unasked': 'O lançamento {seq} passa um lugar a outra pessoa sem que as duas o tenham combinado assim.',
  'substitute.undecided': 'O lançamento {seq} passa um lugar a outra pessoa sem a decisão de uma terceira.',
  'swap.unsigned': 'O lançamento {seq} pede ou faz uma troca de vez sem a assinatura do aparelho de quem a quis.',
  'beginning.unsigned': 'O lançamento {seq} aceita um começo sem a assinatura do aparelho de quem o aceitou.',
  'beginning.unaccepted':
    'O lançamento {seq} traz uma roda já começada com uma linha que a própria pessoa não aceitou assim.',
  'swap.unasked': 'O lançamento {seq} troca a vez de duas pessoas sem que uma o tenha pedido e a outra aceitado assim.',
  'swap.unread':
    'O lançamento {seq} aceita uma troca de vez que não é a que o aparelho de quem aceitou mostrou: outra pessoa ou outros lugares.',
  'books.no_circle': 'O lançamento {seq} não deveria estar aí: um livro começa com a criação do círculo, uma só vez.',
  'books.unreadable': 'O lançamento {seq} fala de dinheiro sem dizer quanto, de quem ou para onde.',
  'books.owed_twice': 'O lançamento {seq} cobra de novo o que já tinha sido cobrado.',
  'books.second_pull': 'O lançamento {seq} cobra uma segunda contribuição da mesma pessoa no mesmo mês.',
  'books.not_owed': 'O lançamento {seq} trata do que ninguém devia.',
  'books.made_twice': 'O lançamento {seq} faz de novo uma doação que já existe.',
  'books.to_oneself': 'O lançamento {seq} é uma doação de alguém para si.',
  'books.not_open': 'O lançamento {seq} muda uma doação que não estava aberta.',
  'books.differs': 'O lançamento {seq} não tem o valor ou as pessoas com que a doação começou.',
  'books.no_receipt': 'O lançamento {seq} confirma uma doação sem comprovante.',
  'books.turn_sum': 'O lançamento {seq} diz que uma vez pagou o que não foi confirmado nela.',
  'books.not_conserved': 'O que foi dado não é o que foi recebido mais a conta administrativa.',
  'rules.unreadable': 'O lançamento {seq} não é um pedido nem um fato que as regras conheçam.',
  'rules.unknown_kind': 'O lançamento {seq} é de um tipo que as regras não conhecem.',
  'rules.unexplained': 'O lançamento {seq} aconteceu sem que ninguém o tenha pedido.',
  'rules.unrecorded':
    'O lançamento {seq} decide num círculo real sem que o pedido tenha sido anotado, e assim ninguém pode refazê-lo.',
  'rules.refused': 'O pedido do lançamento {seq} é um que as regras recusam.',
  'rules.differs': 'O lançamento {seq} não é o que as regras fazem do que foi pedido.',
  'rules.incomplete': 'Antes do lançamento {seq} falta o que as regras fazem do que foi pedido.',
  'rules.actor': 'O lançamento {seq} foi feito por quem não pode fazer isso.',
  'rules.time': 'O lançamento {seq} tem uma data anterior à do lançamento de antes.',
  'key.repeated': 'O lançamento {seq} registra de novo a chave de um aparelho, ou a de outra pessoa.',
  'key.unknown': 'O lançamento {seq} retira um aparelho que não era dessa pessoa.',
  'key.admitted_wrongly':
    'O lançamento {seq} diz que um aparelho é da pessoa, sem a assinatura de outro aparelho dela ou com outra chave.',
  'act.unsigned':
    'O lançamento {seq} foi feito em nome de quem tem aparelho, num círculo real, sem a assinatura de um aparelho seu.',
  'signature.unreadable': 'O lançamento {seq} tem uma assinatura de aparelho que não se pode ler.',
  'signature.misplaced': 'O lançamento {seq} tem uma assinatura de aparelho onde ninguém assina por si.',
  'signature.unknown_key': 'O lançamento {seq} foi assinado por um aparelho que o livro não conhecia até ali.',
  'signature.other_key': 'O lançamento {seq} foi assinado pelo aparelho de outra pessoa.',
  'signature.removed_key': 'O lançamento {seq} foi assinado por um aparelho que já tinha sido retirado.',
  'signature.waiting_key':
    'O lançamento {seq} foi assinado por um aparelho novo, antes das 24 horas em que os outros ainda podiam dizer que não.',
  'signature.unknown_head': 'O lançamento {seq} foi assinado diante de um livro que não é este.',
  'signature.old_head':
    'O lançamento {seq} foi assinado antes do que ele decide: a doação mudou depois, ou o livro já continuava há mais de um dia.',
  'signature.repeated':
    'O lançamento {seq} usa de novo, ou fora da ordem, uma assinatura que o aparelho só fez uma vez.',
  'signature.old_format':
    'O lançamento {seq} tem uma assinatura do modo antigo, de um aparelho que já assinava do modo novo.',
  'signature.out_of_time': 'O lançamento {seq} usa uma assinatura de outra hora.',
  'signature.invalid':
    'A assinatura do aparelho não confere no lançamento {seq}: isto não foi assinado por essa pessoa.',
  'journal.other_circle': 'Este não é o círculo em que o seu aparelho assinou o que você fez.',
  'journal.other_key': 'A chave que assina este livro não é a que o seu aparelho conhece.',
  'journal.unknown_device':
    'No lançamento {seq}, um aparelho que este não conhece passou a assinar por você. Se foi você que entrou nele, diga que foi; se não, retire-o no perfil e troque a senha.',
  'journal.unknown_key':
    'No lançamento {seq}, outra chave passou, ou vai passar, a ser a que lhe pagam. Se foi você que trocou, diga que foi; se não, avise o grupo para não pagar nela e desfaça a troca no perfil.',
  'journal.unsigned':
    'O lançamento {seq} foi feito em seu nome sem a assinatura de um aparelho seu: uma objeção, um recurso, ou um aparelho retirado. Se não foi você, mostre isto ao grupo.',
  'journal.helped_person':
    'No lançamento {seq}, algo foi feito em nome de alguém que você ajuda, e não por este aparelho: um aparelho, uma chave, um ato, ou o fim da ajuda. Pergunte à pessoa se foi ela.',
  'journal.helped':
    'No lançamento {seq}, alguém passou a agir por você como quem ajuda. Se você combinou isso, diga que sim; se não, mostre isto ao grupo.',
  'journal.refused_done':
    'O lançamento {seq} tem o que você fez neste aparelho e o servidor respondeu que recusou. Não faça de novo, e mostre isto ao grupo.',
  'journal.not_mine':
    'O lançamento {seq} está no livro como feito por este aparelho, e este aparelho não o fez. Não pague nem confirme nada: mostre isto ao grupo.',
  'journal.past_differs':
    'O livro não tem, até o lançamento {seq}, o que o seu outro aparelho fez e trouxe para este. Não pague nem confirme nada: mostre isto ao grupo.',
  'journal.key_lost':
    'Uma chave de pagamento sua, que este aparelho conhece, não está no livro: você continua a ser pago na de antes. Guarde a prova e mostre-a ao grupo.',
  'journal.device_lost':
    'Este aparelho não está no livro como seu, e o servidor respondeu que estava: em seu nome outros agem sem ele. Mostre isto ao grupo antes de pagar ou confirmar.',
  'journal.swallowed':
    'O que você fez neste aparelho em {id} não está no livro, embora o servidor tenha respondido que estava feito. Guarde a prova e mostre-a ao grupo.',
  'rules.not_balanced': 'No lançamento {seq}, um círculo real fica com um plano que não devolve o que cada um doou.',
}

const momentFormat = once(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'short', timeStyle: 'short' }),
)

/** The sentence of a fault with its numbers filled in; a moment as people write it. */
export function ledgerFaultSentence(fault: LedgerFault): string {
  return ledgerFaultSentences[fault.code].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(fault[name as 'seq' | 'line' | 'id'] ?? '?')
    return /^\d{4}-\d\d-\d\dT/.test(value) ? momentFormat().format(Date.parse(value)) : value
  })
}

/**
 * Whether a head's Ed25519 signature is that of the key it names. Null where this machine cannot tell: an old browser,
 * or a page without TLS.
 */
export async function isHeadSigned(head: SignedHead): Promise<boolean | null> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (!subtle) return null
  try {
    const key = await subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x: head.key }, 'Ed25519', false, ['verify'])
    return await subtle.verify('Ed25519', key, bytesOf(head.signature), new TextEncoder().encode(headText(head)))
  } catch (error) {
    return (error as Error).name === 'NotSupportedError' ? null : false
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
}
