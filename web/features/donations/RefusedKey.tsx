import { Alert } from '@mantine/core'
import { Listen } from '#web/ui/Listen.tsx'
import type { Difference } from './payment-check.ts'

const forDonor: Readonly<Record<Difference | 'accounts', string>> = {
  key: 'A chave de pagamento que chegou não é a que o livro do círculo guardou para esta doação.',
  amount: 'O valor desta doação não é o que o plano do círculo pede.',
  person: 'No livro do círculo, quem deve esta doação é outra pessoa.',
  ledger: 'O livro do círculo que chegou agora não combina com o que este aparelho já conhecia.',
  accounts: 'Este aparelho refez as contas do livro do círculo, e elas não conferem.',
}

/** Tells the donor why there is no key, and what to do. */
export function RefusedKey({ name, what }: { name: string; what: Difference | 'accounts' }) {
  const title = 'Não pague esta doação agora'
  const text = `${forDonor[what]} Pode ser um erro, ou alguém tentando desviar o dinheiro. Fale com ${name} por um contato que você já conheça, conte ao grupo do círculo e à administração. Se o prazo estiver perto, use 'Reportar problema'.`
  return (
    <Alert color="red" role="alert" title={title}>
      {text}
      <Listen text={`${title}. ${text}`} />
    </Alert>
  )
}

const forReceiver: Readonly<Record<Difference, { readonly title: string; readonly sentence: string }>> = {
  key: {
    title: 'A chave desta doação não confere',
    sentence: 'A chave que o servidor mostra para esta doação não é a que o livro do círculo guardou como sua.',
  },
  amount: {
    title: 'O valor desta doação não confere',
    sentence: 'O valor que o servidor mostra para esta doação não é o que o plano do círculo pede.',
  },
  person: {
    title: 'Esta doação não é sua',
    sentence: 'No livro do círculo, esta doação é entre outras pessoas.',
  },
  ledger: {
    title: 'O livro do círculo não confere',
    sentence: 'O livro do círculo que chegou agora não combina com o que este aparelho já conhecia.',
  },
}

/** The same for whoever would be paid. */
export function RefusedOwnKey({ what }: { what: Difference }) {
  const { title, sentence } = forReceiver[what]
  return (
    <Alert color="red" role="alert" title={title}>
      {sentence} Avise quem vai doar que não pague ainda, por um contato que você já conheça, e fale com o grupo e com a
      administração do círculo.
    </Alert>
  )
}
