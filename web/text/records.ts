import type { LedgerRecord, RecordKind } from '#circle/ledger/records.ts'
import { approvalKindLabels } from '#contracts/labels.ts'
import { momentText } from './dates.ts'
import { say } from '#web/text/say.ts'
import type { NameOf } from './name-of.ts'

type Words = { readonly [K in RecordKind]: (record: Extract<LedgerRecord, { kind: K }>, name: NameOf) => string | null }

const termsChanged: Readonly<Record<string, string>> = {
  plan: 'Os termos mudaram: o plano é outro',
  operator: 'Os termos mudaram: os dados de quem opera o círculo são outros',
  text: 'Os termos mudaram: o texto é outro',
  rotation: 'Os termos mudaram: começa outra volta, que cada pessoa aceita de novo',
}

const caseWordsText: Readonly<Record<string, string>> = {
  reason: 'A marca do motivo de um report ficou no livro',
  statement: 'Uma das partes escreveu em um report',
  request: 'A administração pediu algo a uma das partes de um report',
  message: 'A administração escreveu em um report',
  decision: 'A marca do motivo de uma decisão ficou no livro',
  appeal: 'A marca do motivo de um recurso ficou no livro',
  appeal_decision: 'A marca do motivo da decisão de um recurso ficou no livro',
}

/** A person stands in an order once for each of their places. */
const peopleIn = (memberIds: string) => new Set(memberIds.split(',')).size

/** Each record of the ledger in a sentence; null for what is part of a circle's founding. */
const words: Words = {
  'member.access_reset': ({ memberId }, name) => `A administração deu uma senha provisória a ${name(memberId)}`,
  'member.email_changed': ({ memberId }, name) => `A administração trocou o e-mail de ${name(memberId)}`,
  'member.password_changed': ({ memberId }, name) => `${name(memberId)} trocou a própria senha`,
  'member.own_email_changed': ({ memberId }, name) => `${name(memberId)} trocou o próprio e-mail`,
  'member.recovered': ({ memberId }, name) => `${name(memberId)} voltou a entrar com um código de recuperação`,
  'member.phone_lost': ({ memberId }, name) =>
    `${name(memberId)} perdeu o celular: o acesso foi fechado e os aparelhos não assinam mais`,
  'beginning.accepted': ({ memberId }, name) => `${name(memberId)} aceitou o que deu e recebeu antes`,
  'beginning.contested': ({ memberId }, name) => `${name(memberId)} disse que a sua linha do começo não está certa`,
  'swap.asked': ({ memberId, subjectId }, name) => `${name(memberId)} pediu para trocar de vez com ${name(subjectId)}`,
  'swap.ended': ({ memberId }, name) => `${name(memberId)} retirou ou recusou um pedido de troca de vez`,
  'helper.named': ({ memberId, helperId }, name) =>
    `${name(helperId)} passou a ajudar ${name(memberId)}, que assinou um papel`,
  'helper.ended': ({ memberId, helperId }, name) => `${name(helperId)} deixou de ajudar ${name(memberId)}`,
  'substitute.asked': ({ memberId, subjectId }, name) =>
    `${name(memberId)} pediu para passar o lugar a ${name(subjectId)}`,
  'substitute.accepted': ({ memberId }, name) => `${name(memberId)} aceitou ficar com um lugar da roda`,
  'substitute.ended': ({ memberId }, name) => `${name(memberId)} retirou ou recusou um pedido para passar um lugar`,
  'fiscal.named': ({ memberId }, name) => `Quem organiza indicou ${name(memberId)} como fiscal`,
  'fiscal.withdrawn': ({ memberId }, name) => `Quem organiza retirou a indicação de ${name(memberId)} como fiscal`,
  'fiscal.confirmed': ({ memberId, subjectId }, name) => `${name(memberId)} confirmou ${name(subjectId)} como fiscal`,
  'fiscal.unconfirmed': ({ memberId, subjectId }, name) =>
    `${name(memberId)} não quer mais ${name(subjectId)} como fiscal`,
  'fiscal.resigned': ({ memberId }, name) => `${name(memberId)} deixou de ser fiscal, por escolha própria`,
  'administrator.participates': ({ memberId }, name) => `${name(memberId)} organiza e passou a participar também`,
  'administrator.added': ({ userId, role }, name) =>
    role === 'AUDITOR' ? `${name(userId)} passou a acompanhar como auditor` : `${name(userId)} passou a administrar`,
  'administrator.removed': ({ userId, role }, name) =>
    role === 'AUDITOR' ? `${name(userId)} deixou de acompanhar como auditor` : `${name(userId)} deixou de administrar`,
  'administrator.access_reset': ({ userId }, name) =>
    `Uma senha provisória foi dada no próprio servidor a ${name(userId)}, da administração`,
  'approval.proposed': ({ change }) => `Proposta da administração: ${approvalChangeText(change)}`,
  'approval.approved': () => 'Outra pessoa aprovou a proposta',
  'approval.rejected': () => 'Outra pessoa recusou a proposta',
  'approval.withdrawn': () => 'Quem propôs retirou a proposta',
  'approval.expired': () => 'A proposta perdeu a validade sem ser decidida',
  'approval.objected': ({ memberId }, name) => `${name(memberId)} discordou da proposta`,
  'approval.objection_withdrawn': ({ memberId }, name) => `${name(memberId)} deixou de discordar da proposta`,
  'approval.executed': () => 'O que foi proposto foi feito',
  'approval.failed': () => 'O que foi proposto não pôde ser feito',
  'case.appealed': ({ memberId }, name) => say`${name(memberId)} recorreu da decisão de um report`,
  'case.words': ({ what }) => say(caseWordsText[what] ?? 'O livro guardou a marca de um texto de um report'),
  'queue.reason': ({ change }) => `A marca do motivo da mudança do lançamento ${change} ficou no livro`,
  'draw.begun': ({ memberIds }) => `Começou o sorteio da ordem entre ${peopleIn(memberIds)} pessoas`,
  'draw.joined': ({ memberId }, name) => `${name(memberId)} entrou no sorteio com um número`,
  'draw.opened': ({ memberId }, name) => `${name(memberId)} mostrou o seu número do sorteio`,
  'draw.revealed': () => 'O segredo do sorteio foi revelado',
  'draw.lapsed': ({ reason }) =>
    reason === 'begun'
      ? 'O sorteio caducou: a roda já tinha começado'
      : reason === 'unopened'
        ? 'O sorteio parou: faltou o número de quem tinha entrado'
        : 'O sorteio caducou: ninguém revelou o segredo',
  'member.vouched': ({ memberId, subjectId }, name) => `${name(memberId)} conhece ${name(subjectId)} pessoalmente`,
  'order.proposed': ({ memberIds }) => `Foi proposta uma ordem das ${peopleIn(memberIds)} pessoas`,
  'order.accepted': ({ memberId }, name) => `${name(memberId)} aceitou a ordem proposta`,
  'order.withdrawn': () => 'A ordem proposta foi retirada por quem organiza',
  'order.lapsed': () => 'A ordem proposta caiu: alguém entrou ou saiu, ou a roda já tinha começado',
  'member.vouch_withdrawn': ({ memberId, subjectId }, name) =>
    `${name(memberId)} retirou que conhece ${name(subjectId)}`,
  'witness.chosen': ({ memberId, witness }, name) => `${name(memberId)} escolheu a testemunha ${witness.split('+')[0]}`,
  'witness.dropped': ({ memberId, witness }, name) => `${name(memberId)} retirou a testemunha ${witness.split('+')[0]}`,
  'circle.clock_moved': ({ to }) => `O relógio foi posto à mão em ${momentText(to)}`,
  'member.key_added': ({ memberId }, name) => `Novo aparelho de ${name(memberId)}`,
  'member.key_admitted': ({ memberId }, name) => `Um aparelho de ${name(memberId)} aceitou outro`,
  'member.key_removed': ({ memberId }, name) => `Aparelho de ${name(memberId)} retirado`,
  'payment_key.committed': ({ memberId }, name) => `A chave de pagamento de ${name(memberId)} ficou no livro`,
  'payment_key.change_asked': ({ memberId, by, holdsAt }, name) =>
    `${by === 'member' ? name(memberId) : 'A administração'} pediu a troca da chave de pagamento de ${name(memberId)}, ` +
    `que vale a partir de ${momentText(holdsAt)}`,
  'payment_key.confirmed': ({ memberId }, name) => `${name(memberId)} confirmou a troca da sua chave de pagamento`,
  'payment_key.objected': ({ memberId }, name) => `${name(memberId)} recusou a troca da sua chave de pagamento`,
  'payment_key.withdrawn': ({ memberId }, name) => `A troca da chave de pagamento de ${name(memberId)} foi desfeita`,
  'circle.terms_changed': ({ what }) => (what === 'first' ? null : (termsChanged[what] ?? 'Os termos mudaram')),
  'circle.renamed': () => 'O nome do círculo mudou',
  'circle.administrators_named': ({ userIds }, name) => {
    const names = userIds.split(',').map((id) => name(id))
    return `O círculo começou administrado por ${names.join(', ')}`
  },
  'circle.registration_opened': () => 'O círculo passou a receber cadastros',
  'circle.registration_closed': () => 'O círculo deixou de receber cadastros',
  'circle.calendar_set': ({ day, hour }) =>
    `As contribuições passaram a ser pedidas pelo calendário: dia ${day}, às ${hour}h`,
  'circle.calendar_removed': () => 'As contribuições deixaram de ser pedidas pelo calendário',
  'circle.answer_days_set': ({ days }) => `Quem recebe passou a ter ${days} dias para responder a um comprovante`,
  'circle.closed': () => 'O círculo foi encerrado',
  'terms.accepted': ({ memberId }, name) => `${name(memberId)} aceitou os termos`,
  'terms.carried': ({ memberId }, name) => `O aceite dos termos por ${name(memberId)} continua valendo`,
}

/** The kind of a proposed change, inside a sentence. */
function approvalChangeText(change: string): string {
  const labels: Readonly<Record<string, string>> = approvalKindLabels
  return (labels[change] ?? change).toLowerCase()
}

/** A record in words, or null when it goes without saying; its payload is that of its kind, as the verifier holds it to be. */
export function describeRecord(
  kind: RecordKind,
  payload: Readonly<Record<string, unknown>>,
  name: NameOf,
): string | null {
  return words[kind]({ kind, ...payload } as LedgerRecord as never, name)
}
