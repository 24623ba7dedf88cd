import { Alert, Text } from '@mantine/core'
import type { Donation } from './api.ts'
import type { PaymentState } from './usePaymentCheck.ts'

/** The key on which the reader will be paid, as the donor sees it; in red where it is not the promised one. */
export function ReceivingKey({ donation, check }: { donation: Donation; check: PaymentState }) {
  if (check.is === 'differs')
    return (
      <Alert color="red" role="alert" title="A chave desta doação não confere">
        A chave que o servidor mostra para esta doação não é a que o livro do círculo guardou como sua. Avise quem vai
        doar que não pague ainda, por um contato que você já conheça, e fale com o grupo e com a administração do
        círculo.
      </Alert>
    )
  const key = donation.receiver?.pixKey
  if (check.is !== 'kept' || !key) return null
  return (
    <Text size="sm" c="dimmed" className="wrap-anywhere">
      {donation.demonstration ? 'Chave fictícia desta demonstração' : 'Quem doa paga na sua chave'}: {key}
    </Text>
  )
}
