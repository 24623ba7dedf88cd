import type { Nothing, Rules } from './rule.ts'
import { money } from './sentences.ts'

/** The part of a circle's terms that changed. */
export type TermsPart = 'plan' | 'operator' | 'text' | 'rotation' | 'administrators'

const TERMS_PARTS: Readonly<Record<TermsPart, string>> = {
  plan: 'o plano é outro',
  operator: 'os dados de quem opera o círculo são outros',
  text: 'o texto é outro',
  rotation: 'começa outra volta, com as mesmas pessoas',
  administrators: 'quem organiza também participa',
}

type Sums = { readonly givenCents: number; readonly receivedCents: number }

export type CircleFacts = {
  readonly 'terms.changed': { readonly what: TermsPart; readonly isAccepted: boolean }
  readonly 'circle.renamed': Nothing
  readonly 'circle.calendar_set': { readonly day: number; readonly hour: number }
  readonly 'circle.calendar_removed': Nothing
  readonly 'circle.answer_days_set': { readonly days: number }
  readonly 'circle.rotation_over': Nothing
  readonly 'circle.closed': Nothing
  readonly 'circle.brought_in': Nothing
  readonly 'beginning.asked': Sums
  readonly 'beginning.contested': Sums
  readonly 'beginning.ready': Nothing
  readonly 'circle.administrator_reset': Nothing
}

const ofRules = { event: 'circle.rules', to: '/home', letter: 'usual' } as const

export const circleRules: Rules<CircleFacts> = {
  'terms.changed': {
    event: 'circle.rules',
    to: '/accept-terms',
    letter: 'usual',
    text: ({ what, isAccepted }) =>
      `Os termos do seu círculo mudaram: ${TERMS_PARTS[what]}. ` +
      (isAccepted
        ? 'São de novo os que você já tinha aceitado, e você não precisa fazer nada.'
        : 'Veja o que mudou; nada novo lhe é pedido enquanto você não aceitar.'),
  },
  'circle.renamed': {
    ...ofRules,
    text: () => "O nome do seu círculo mudou. O de antes e o de agora estão no início, em 'O que mudou'.",
  },
  'circle.calendar_set': {
    ...ofRules,
    text: ({ day, hour }) =>
      `As contribuições do seu círculo passam a ser pedidas todo dia ${day}, às ${hour}h. ` +
      'Você será avisado três dias antes.',
  },
  'circle.calendar_removed': {
    ...ofRules,
    text: () => 'As contribuições do seu círculo não são mais pedidas em um dia certo: a administração pede à mão.',
  },
  'circle.answer_days_set': {
    ...ofRules,
    text: ({ days }) => `No seu círculo, quem recebe agora tem ${days} dias para responder a um comprovante.`,
  },
  'circle.rotation_over': {
    event: 'circle.turn',
    to: '/calendar',
    letter: 'usual',
    text: () =>
      'A volta da sua roda terminou: cada pessoa recebeu o mesmo que deu. ' +
      'Nada mais é pedido, a não ser que outra volta comece e você aceite os termos dela.',
  },
  'circle.closed': {
    ...ofRules,
    text: () =>
      'O seu círculo foi encerrado, e nada mais será pedido. ' +
      'O livro, os papéis e os seus dados continuam lá para ler.',
  },
  'circle.brought_in': {
    event: 'circle.turn',
    to: '/calendar',
    letter: 'usual',
    text: () =>
      'A sua roda entrou na Ciranda, já começada: cada pessoa conferiu o que deu e recebeu antes. ' +
      'Daqui em diante as contribuições são pedidas por aqui, e a ordem está no calendário.',
  },
  'beginning.asked': {
    event: 'circle.turn',
    to: '/beginning',
    letter: 'usual',
    text: ({ givenCents, receivedCents }) =>
      `Confira o seu começo na roda: até aqui você deu ${money(givenCents)} e recebeu ${money(receivedCents)}. ` +
      'Diga se está certo; sem o seu sim a roda não entra.',
  },
  'beginning.contested': {
    event: 'administration.beginning',
    to: '/admin/queue/beginning',
    letter: 'usual',
    text: ({ givenCents, receivedCents }) =>
      `Alguém da roda diz que o seu começo é outro: deu ${money(givenCents)} e recebeu ${money(receivedCents)}. ` +
      'Veja quem é, acertem juntos e corrija a linha.',
  },
  'beginning.ready': {
    event: 'administration.beginning',
    to: '/admin/queue/beginning',
    letter: 'usual',
    text: () => 'Todas as pessoas disseram que o seu começo está certo. Agora você pode trazer a roda.',
  },
  'circle.administrator_reset': {
    ...ofRules,
    text: () =>
      'Uma senha provisória foi dada no próprio servidor a alguém da administração, e o livro do círculo conta isso. ' +
      'Se ninguém souber explicar por quê, pergunte no grupo.',
  },
}
