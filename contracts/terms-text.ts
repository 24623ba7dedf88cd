import type { TermsParagraph } from '#circle/terms.ts'

/**
 * The words of the terms: the one document that the pages show and that everybody accepts, as part of the hash that is
 * `terms_version`. `{name}` is filled with the circle's own numbers. Changing a word here is a new version for every
 * circle: it is recorded at the next start, and each member is asked again.
 */
const words = {
  demonstration:
    'Demonstração: este círculo não tem operador, todo valor é fictício e nenhum pagamento deve ser feito.',
  demonstrationOf:
    'Demonstração organizada por {name} ({document}). Contato: {contact}. Proteção de dados: {dataProtectionContact}. Todo valor é fictício e nenhum pagamento deve ser feito.',
  operator:
    'Este círculo é operado por {name} ({document}). Contato: {contact}. Proteção de dados: {dataProtectionContact}.',
  joining: 'Não há taxa de adesão. Cada pessoa tem um único login. Cripto é opcional e por acordo entre as partes.',
  group: 'Os grupos têm no máximo {capacity} participantes. A contribuição mensal de reentrada é de {contribution}.',
  paying: 'Cada doação tem prazo de {days}. Quem doa paga direto a quem recebe, e quem recebe confirma.',
  leaving: 'Você pode sair a qualquer momento, levar os seus dados e conferir o livro do círculo.',
  consent:
    'Se o plano, o operador ou estes termos mudarem, nada lhe é pedido pelos novos antes que você os aceite. O que já começou pelos antigos termina como começou.',
  level: 'Contribui {donation}, recebe {required} ({pays}).',
  levelOwes: 'Ao completar, {parts}. São {total} ao todo; ficam {rest}.',
  levelOwesNothing: 'Nada é devido ao completar.',
  levelReached: 'Em {months} meses, com todos pagando, {reached} este nível.',
  balanced:
    'Este plano é equilibrado: cada nível é pago só por quem participa dele e nada mais é devido. No correr dos meses quem recebe antes ainda vai doar, quem recebe depois já doou, e quem sai tendo recebido mais acerta a diferença.',
  unbalanced:
    'Um círculo fechado não cria dinheiro: o que alguns recebem a mais é o que outros doam a mais. Neste plano a maioria doa mais do que recebe e poucos completam os três níveis. Por isso ele existe só em demonstração.',
  nominal:
    'Resultado nominal de quem completa os três níveis: o terceiro paga {pays} e deve {owed}; ficam {rest}. Em {months} meses, {reached} chega até aí.',
} as const

export type TermsKey = keyof typeof words

/**
 * The paragraphs that read otherwise where a plan has fewer than three levels. The words of a plan of three levels are
 * those above and nothing else, so that their hash stays what it was.
 */
const wordsByLevels: Readonly<Record<number, Partial<Record<TermsKey, string>>>> = {
  1: {
    group: 'Os grupos têm no máximo {capacity} participantes. Cada lugar contribui {contribution} por mês.',
    levelReached: 'Em {months} meses, com todos pagando, {reached} a sua vez.',
    balanced:
      'Este plano é equilibrado: é pago só por quem participa dele e nada mais é devido. Em cada volta cada pessoa doa tanto quanto recebe. No correr dos meses quem recebe antes ainda vai doar, quem recebe depois já doou, e quem sai tendo recebido mais acerta a diferença. Se a roda parar antes do fim da volta, quem ainda não recebeu fica sem o que doou.',
    unbalanced:
      'Um círculo fechado não cria dinheiro: o que alguns recebem a mais é o que outros doam a mais. Este plano não devolve a cada pessoa o que ela doou. Por isso ele existe só em demonstração.',
    nominal:
      'Quem completa a sua vez recebe {pays} e, ao completar, deve {owed}; ficam {rest}, antes de descontar o que doou. Em {months} meses, {reached} chega até aí.',
  },
  2: {
    unbalanced:
      'Um círculo fechado não cria dinheiro: o que alguns recebem a mais é o que outros doam a mais. Neste plano a maioria doa mais do que recebe e poucos completam os dois níveis. Por isso ele existe só em demonstração.',
    nominal:
      'Resultado nominal de quem completa os dois níveis: o segundo paga {pays} e deve {owed}; ficam {rest}. Em {months} meses, {reached} chega até aí.',
  },
}

type OfLevels = Readonly<{ levels: readonly unknown[] }>

/** The words that a plan's terms consist of, as they are hashed, in the order of the document. */
export function termsTextOf({ levels }: OfLevels): readonly TermsParagraph[] {
  const own = wordsByLevels[levels.length]
  return Object.entries(words).map(([key, text]) => ({ key, text: own?.[key as TermsKey] ?? text }))
}

/** A paragraph with its numbers filled in, one month in the singular; a name without a value stays as it is written. */
export function fillTerms(text: string, values: Readonly<Record<string, string | number>>): string {
  return text
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
    .replaceAll(/\b1 meses\b/g, '1 mês')
}

/** One paragraph of the terms in force of a plan, with its numbers filled in. */
export function termsParagraph(
  { levels }: OfLevels,
  key: TermsKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fillTerms(wordsByLevels[levels.length]?.[key] ?? words[key], values)
}
