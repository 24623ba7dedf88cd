import { searchText } from '#contracts/search-text.ts'

/** Words of a name that many people have and banks leave out. */
const PARTICLES = new Set(['de', 'da', 'do', 'das', 'dos', 'e'])

/** Words that banks write around a name: neither these nor numbers say who it was. */
const BANK_WORDS = new Set(
  (
    'pix transferencia transferencias transf ted doc pagamento pagto pgto recebido recebida recebimento enviado enviada ' +
    'receb rec env emit emitido credito debito cred deb pelo pela para por via com em no na qr qrs code chave conta ' +
    'corrente poupanca agencia banco bank outra outro if mesma titularidade rem des fav remetente destinatario ' +
    'favorecido dinheiro compra cartao interno externo sicoob sicredi bradesco itau caixa santander inter nubank picpay ' +
    'mercado pago unibanco brasil pagamentos ip sa nu bco cef lancamento devolucao estorno valor'
  ).split(' '),
)

const wordsOf = (text: string) => searchText(text).split(/[^a-z]+/)

/**
 * How much of a person's name a bank's text has: `whole` with the first name and one more, `part` with the first alone; a family's
 * name alone is `none`. Banks
 * leave accents out, and cut a name off: 'MARILDA ALV' is Marilda Alves, 'BRUNO LI' Bruno Lima.
 */
export function nameWithin(text: string, name: string): 'whole' | 'part' | 'none' {
  const written = wordsOf(text).filter((word) => word.length > 1)
  const [first, ...others] = wordsOf(name).filter((word) => word.length > 1 && !PARTICLES.has(word))
  if (first === undefined) return 'none'
  // Words that banks write in any line tell nobody apart, nor does a first name alone.
  const telling = BANK_WORDS.has(first) ? [] : others.filter((word) => !BANK_WORDS.has(word))
  // Two letters are enough right after the first name.
  const last = written.at(-1) ?? ''
  const isCut = last.length >= (written.at(-2) === first ? 2 : 3)
  const stands = (word: string) => written.includes(word) || (isCut && word.startsWith(last))
  if (!written.includes(first)) return 'none'
  return telling.some(stands) ? 'whole' : 'part'
}

/** Whether a bank's text names anybody at all: 'Pix - Recebido' does not. */
export function namesSomebody(text: string): boolean {
  return wordsOf(text).filter((word) => word.length > 2 && !BANK_WORDS.has(word)).length > 1
}
