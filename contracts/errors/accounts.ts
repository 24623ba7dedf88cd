import type { ErrorTable } from './table.ts'

/** The refusals of accounts, devices and sessions. */
export const accounts = {
  'session.required': { status: 401, message: 'Entre na sua conta para continuar.' },
  'session.invalid': { status: 401, message: 'Sua sessão terminou. Entre novamente.' },
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
  'helper.not_allowed': {
    status: 403,
    message: 'Isto só a própria pessoa faz. Volte a ser você, ou peça a ela.',
  },
  'helper.own_payment': {
    status: 403,
    message:
      'Este pagamento é seu, ou de outra pessoa que você ajuda. Quem confirma é quem recebe, que entra com o seu CPF e a sua senha em qualquer celular.',
  },
  'helper.oneself': { status: 409, message: 'Ninguém ajuda a si mesmo. Escolha outra pessoa.' },
  'helper.by_oneself': {
    status: 403,
    message: 'Ninguém dá a si mesmo a ajuda a outra pessoa. Peça a outra pessoa que administra.',
  },
  'helper.not_member': {
    status: 409,
    message: 'As duas pessoas precisam estar aprovadas neste círculo. Aprove primeiro o cadastro de cada uma.',
  },
  'helper.has_device': {
    status: 409,
    message: 'Esta pessoa já assina por um aparelho seu. Se ela não o tem mais, ela o retira em “Perdi o celular”.',
  },
  'helper.has_helper': { status: 409, message: 'Esta pessoa já tem quem a ajude. Encerre antes essa ajuda.' },
  'helper.is_helper': {
    status: 409,
    message: 'Quem recebe ajuda não ajuda outra pessoa. Escolha quem tem celular.',
  },
  'helper.too_many': { status: 409, message: 'Cada pessoa ajuda no máximo duas. Escolha outra.' },
  'helper.half': {
    status: 409,
    message: 'Quem organiza não pode ajudar metade da roda. Escolha outra pessoa.',
  },
  'helper.is_fiscal': {
    status: 409,
    message:
      'Um fiscal não ajuda quem organiza, nem tem a ajuda dele. Escolha outra pessoa, ou peça que o fiscal saia antes.',
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
  'key.not_pending': { status: 409, message: 'Esta troca de chave não está mais à espera. Atualize a página.' },
  'key.change_waits': {
    status: 409,
    message: 'Há uma troca de chave à espera. Para continuar com a sua chave de antes, toque em “Não fui eu”.',
  },
  'key.own_waits': {
    status: 409,
    message: 'Uma troca pedida na sua própria conta espera 24 horas, para a sua segurança.',
  },
  'member.already_approved': { status: 409, message: 'Este usuário já foi aprovado.' },
  'member.not_in_circle': { status: 409, message: 'Este usuário ainda não faz parte do círculo.' },
  'member.suspended': { status: 409, message: 'Este usuário está suspenso.' },
  'member.not_suspended': { status: 409, message: 'Este usuário não está suspenso.' },
  'member.left': { status: 409, message: 'Este usuário saiu do círculo.' },
  'member.left_for_good': {
    status: 409,
    message: 'Quem saiu deste círculo não volta com esta conta. Para participar de novo, apaga os dados e se cadastra.',
  },
  'member.left_open': {
    status: 409,
    message: 'Esta pessoa ainda tem doações de antes em aberto. Esperem até que terminem, e tente de novo.',
  },
  'signature.invalid': {
    status: 400,
    message: 'A assinatura deste aparelho não vale para isto. Nada foi feito; tente de novo.',
  },
  'signature.needed': {
    status: 400,
    message: 'Isto só vale com a assinatura de um aparelho seu (Meus aparelhos). Nada foi feito.',
  },
  'vouch.oneself': { status: 409, message: 'Quem conhece você são os outros.' },
  'fiscal.demonstration': {
    status: 409,
    message: 'Numa demonstração não há fiscais. Indique quando a roda for de verdade.',
  },
  'fiscal.is_organisers': {
    status: 409,
    message:
      'Quem organiza, quem ajuda essa pessoa e quem ela ajuda não podem ser fiscais. Indique outra pessoa da roda.',
  },
  'fiscal.already': { status: 409, message: 'Esta pessoa já foi indicada. Agora a roda confirma.' },
  'fiscal.too_many': {
    status: 409,
    message: 'A roda já tem cinco fiscais ou pessoas indicadas. Uma delas precisa deixar de ser antes.',
  },
  'fiscal.is_confirmed': {
    status: 409,
    message: 'A roda já confirmou esta pessoa. Só a roda encerra, com mais da metade, ou a própria pessoa.',
  },
  'fiscal.of_another': {
    status: 409,
    message: 'Esta indicação é de outra pessoa da administração. Peça a ela que a retire.',
  },
  'fiscal.no_word': {
    status: 409,
    message:
      'A roda já começou, e quem confirma fiscais são as pessoas que têm lugar nela. Depois do seu primeiro mês, a sua palavra conta.',
  },
  'fiscal.oneself': { status: 409, message: 'Quem confirma você como fiscal são os outros. Espere por eles.' },
  'device.waits': {
    status: 400,
    message:
      'Este aparelho é novo e ainda espera. Ele assina por você a partir de {from}, ou logo que outro aparelho seu o aceitar (Meus aparelhos). Nada foi feito.',
  },
  'device.invalid': { status: 400, message: 'Esta não é uma chave de aparelho.' },
  'device.taken': { status: 409, message: 'A chave deste aparelho já foi usada. Ele precisa de outra.' },
  'device.too_many': {
    status: 409,
    message: 'Você já tem aparelhos demais. Retire algum em Perfil, ou espere até amanhã.',
  },
  'administrator.is_member': {
    status: 409,
    message:
      'Este e-mail ou CPF já é de uma conta que não pode aceitar este convite: de uma demonstração, de um círculo que acabou, sem aprovação, suspensa, ou com outro e-mail.',
  },
  'administrator.takes_part': {
    status: 409,
    message: 'Esta pessoa participa de um círculo, e quem participa não é só auditor. Convide-a para administrar.',
  },
  'administrator.not_own': {
    status: 403,
    message: 'Este convite é de quem já participa. Use o CPF e a senha da sua conta.',
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
    message: 'O círculo deste convite foi encerrado. Peça outro a quem convidou você.',
  },
  'join.needs_more': {
    status: 409,
    message: 'Este círculo pede o cadastro completo. Atualize a página e continue.',
  },
  'join.over': { status: 409, message: 'Este convite já não valia mais.' },
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
} as const satisfies ErrorTable
