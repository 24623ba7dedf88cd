import type { Nothing, Rules } from './rule.ts'
import { because, money } from './sentences.ts'
import type { Told } from './sentences.ts'

/** The fields that name a person or are a way back in: a change of them is told. */
export const TOLD_FIELDS = ['name', 'phone', 'cpf'] as const
const toldFieldLabels = { name: 'o seu nome', phone: 'o seu telefone', cpf: 'o seu CPF' } as const
const inOneSentence = new Intl.ListFormat('pt-BR')
const NOT_YOU_HERE = 'Se não foi você, encerre as outras sessões no seu perfil e troque a senha.'
const NOT_YOU = 'Se não foi você que pediu, fale com a administração.'

export type AccountFacts = {
  readonly 'account.approved': Nothing
  /** `owesCents`: what they still owe, as who received more than they gave; absent where nothing. */
  readonly 'account.suspended': Told & { readonly isRemoval?: boolean; readonly owesCents?: number }
  readonly 'account.reinstated': Told
  readonly 'access.reset': Nothing
  readonly 'access.email_changed': Nothing
  readonly 'access.own_email_changed': Nothing
  readonly 'access.password_changed': Nothing
  /** `isOwn`: by the person themselves, or whoever holds a session of theirs. */
  readonly 'access.data_changed': { readonly fields: readonly (typeof TOLD_FIELDS)[number][]; readonly isOwn?: true }
  readonly 'access.recovered': Nothing
  readonly 'access.phone_lost': Nothing
  readonly 'access.phone_back': Nothing
  readonly 'access.phone_code': Nothing
  readonly 'party.phone_lost': Nothing
  readonly 'party.phone_back': Nothing
  /** `isOutside`: somebody who only administers, or who waits for approval: no ledger names them. */
  readonly 'administration.phone': { readonly what: 'lost' | 'back'; readonly isOutside?: true }
  readonly 'access.new_device': { readonly device: string }
  readonly 'access.passkey_added': { readonly device: string }
  readonly 'access.passkey_removed': { readonly device: string }
  readonly 'access.codes_made': Nothing
  readonly 'access.letter_opened': Nothing
}

const ofAccount = { event: 'access.account', to: '/profile#acesso', letter: 'always' } as const

export const accountRules: Rules<AccountFacts> = {
  'account.approved': {
    event: 'circle.account',
    to: '/home',
    letter: 'usual',
    text: () => 'Seu cadastro foi aprovado.',
  },
  'account.suspended': {
    event: 'access.account',
    to: '/home',
    letter: 'always',
    text: ({ reason, isRemoval, owesCents }) =>
      `${
        isRemoval
          ? 'A administração encerrou a sua participação no círculo.'
          : 'Sua conta foi suspensa pela administração.'
      } ${
        owesCents === undefined
          ? 'Você deixou os seus lugares e o que ainda não pagou.'
          : `Você deixou os seus lugares, e ainda deve ${money(owesCents)}.`
      }${because(reason)}`,
  },
  'account.reinstated': {
    event: 'access.account',
    to: '/home',
    letter: 'always',
    text: ({ reason }) => `Você participa do círculo de novo.${because(reason)}`,
  },
  'access.reset': {
    ...ofAccount,
    text: () =>
      'A administração deu uma senha provisória à sua conta. Com ela só se pode escolher outra. Se não foi você que pediu, fale com a administração.',
  },
  'access.email_changed': {
    ...ofAccount,
    text: () => `A administração trocou o e-mail da sua conta. ${NOT_YOU}`,
  },
  'access.own_email_changed': {
    ...ofAccount,
    text: () => `O e-mail da sua conta foi trocado. ${NOT_YOU_HERE}`,
  },
  'access.password_changed': {
    ...ofAccount,
    text: () =>
      'A senha da sua conta foi trocada, e as outras sessões foram encerradas. Se não foi você, peça um código em Esqueci minha senha e avise a administração.',
  },
  'access.data_changed': {
    ...ofAccount,
    text: ({ fields, isOwn }) => {
      const what = inOneSentence.format(fields.map((name) => toldFieldLabels[name]))
      if (!isOwn) return `A administração mudou ${what} no seu cadastro. ${NOT_YOU}`
      return `${fields.length === 1 ? 'Mudou' : 'Mudaram'} ${what} no seu cadastro. ${NOT_YOU_HERE}`
    },
  },
  'access.recovered': {
    ...ofAccount,
    text: () => `A sua senha foi trocada com um código de recuperação. ${NOT_YOU}`,
  },
  'access.phone_lost': {
    ...ofAccount,
    text: () =>
      'A sua conta foi fechada porque o seu celular foi perdido: ninguém entra nem assina por ela, e a sua chave de pagamento está guardada. Para voltar, abra “Perdi o celular” em outro aparelho.',
  },
  'access.phone_back': {
    ...ofAccount,
    text: () => `Você voltou depois do celular perdido, com uma senha nova. ${NOT_YOU}`,
  },
  'access.phone_code': {
    ...ofAccount,
    text: () =>
      'Alguém que conhece você disse que o seu celular foi perdido e preparou um código. Se não é verdade, você não precisa fazer nada: um código só não fecha a sua conta. Avise a administração.',
  },
  'party.phone_lost': {
    event: 'access.account',
    to: '/donations',
    letter: 'always',
    text: () =>
      'Quem tem uma doação em aberto com você perdeu o celular. Até avisarmos que voltou, desconfie de mensagens em nome dessa pessoa, e pague só na chave que aparece aqui.',
  },
  'party.phone_back': {
    event: 'access.account',
    to: '/donations',
    letter: 'always',
    text: () => 'Quem tinha perdido o celular, e tem uma doação em aberto com você, voltou em outro aparelho.',
  },
  'administration.phone': {
    event: 'administration.team',
    // Administrators read names there.
    to: ({ isOutside }) => (isOutside ? '/admin/dashboard' : '/ledger'),
    letter: 'always',
    text: ({ what, isOutside }) =>
      what === 'back'
        ? 'A pessoa que tinha perdido o celular voltou em outro aparelho.'
        : isOutside
          ? 'Alguém que só administra, ou que ainda espera aprovação, perdeu o celular: a conta está fechada até essa pessoa voltar.'
          : 'Uma pessoa da roda perdeu o celular: a conta dela está fechada até ela voltar. O livro diz quem é.',
  },
  'access.new_device': {
    ...ofAccount,
    text: ({ device }) => `Entraram na sua conta por um aparelho novo: ${device}. ${NOT_YOU_HERE}`,
  },
  'access.passkey_added': {
    ...ofAccount,
    text: ({ device }) => `Uma chave de acesso foi criada na sua conta: ${device}. ${NOT_YOU_HERE}`,
  },
  'access.passkey_removed': {
    ...ofAccount,
    text: ({ device }) => `Uma chave de acesso foi retirada da sua conta: ${device}. ${NOT_YOU_HERE}`,
  },
  'access.codes_made': {
    ...ofAccount,
    text: () => `Códigos de recuperação foram criados na sua conta. ${NOT_YOU_HERE}`,
  },
  'access.letter_opened': {
    ...ofAccount,
    text: () =>
      `A administração abriu uma mensagem escrita para você, que não pôde ser enviada, para entregá-la. ${NOT_YOU}`,
  },
}
