import { centsText } from '#contracts/money-text.ts'
import { shortDayText } from '#web/text/dates.ts'
import type { Expected, Verdict } from './match.ts'
import type { StatementLine } from './statement.ts'

const QUOTED_MAX = 70

/** The sentence for the receiver about a payment that they wait for. */
export function cameText(verdict: Verdict | undefined, { cents }: Pick<Expected, 'cents'>): string | null {
  if (verdict === undefined) return null
  if (verdict.is === 'absent') return 'Não está neste extrato.'
  const { line } = verdict
  const day = shortDayText(line.day)
  if (verdict.is === 'certain')
    return verdict.isTwice
      ? `Chegou em ${day}, e aparece duas vezes. Se veio em dobro, combinem a devolução.`
      : `Chegou em ${day}.`
  switch (verdict.why) {
    case 'payer':
      return `Chegou em ${day}, em nome de quem pagou por esta pessoa: ${quoted(line)}. Confira e marque.`
    case 'amount':
      return `Chegaram ${centsText(line.cents)} em ${day}, e são ${centsText(cents)}.`
    case 'part_name':
      return `O valor bate, mas o extrato só tem parte do nome: ${quoted(line)}, em ${day}.`
    case 'other_name':
      return `O valor bate, mas com outro nome: ${quoted(line)}, em ${day}.`
    case 'no_name':
      return `O valor bate, mas o extrato não diz de quem veio: ${quoted(line)}, em ${day}.`
    case 'day':
      return `O nome e o valor batem, mas é de ${day}, fora do tempo desta doação.`
    case 'id':
      return `O nome e o valor batem, mas o ID da transação no extrato é outro (${day}).`
    case 'shared':
      return `Um pagamento de ${day} serve a mais de uma doação. Veja no comprovante qual é.`
  }
}

/** The sentence for a donor about a payment of theirs, and whether it may have gone to the wrong key. */
export function wentText(verdict: Verdict, { cents, name }: Expected): { text: string; isWrong: boolean } {
  const said = (text: string, isWrong = false) => ({ text, isWrong })
  if (verdict.is === 'absent') return said(`Nenhum pagamento de ${centsText(cents)} a ${name} neste extrato.`)
  const { line } = verdict
  const day = shortDayText(line.day)
  if (verdict.is === 'certain')
    return verdict.isTwice
      ? said(`Saiu em ${day} para ${name}, e aparece duas vezes. Se pagou em dobro, peçam um ao outro o acerto.`)
      : said(`Saiu em ${day} para ${name}, a pessoa certa.`)
  switch (verdict.why) {
    // Only what is awaited has somebody else's name.
    case 'payer':
    case 'amount':
      return said(`Saíram ${centsText(-line.cents)} em ${day} para ${name}, e são ${centsText(cents)}.`)
    case 'part_name':
      return said(`Saiu este valor em ${day}, e o extrato só tem parte do nome: ${quoted(line)}. A chave é de ${name}.`)
    case 'other_name':
      return said(
        `Saiu este valor em ${day} para outro nome: ${quoted(line)}. A chave desta doação é de ${name}. Se foi este o pagamento, ele foi para a pessoa errada.`,
        true,
      )
    case 'no_name':
      return said(`Saiu este valor em ${day}, mas o extrato não diz para quem: ${quoted(line)}.`)
    case 'day':
      return said(`Há um pagamento a ${name} em ${day}, fora do tempo desta doação.`)
    case 'id':
      return said(`Saiu em ${day} para ${name}, mas com outro ID da transação.`)
    case 'shared':
      return said(`Um pagamento a ${name} em ${day} serve a mais de uma doação.`)
  }
}

function quoted({ text }: StatementLine): string {
  return `“${text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text}”`
}
