import { Alert } from '@mantine/core'

/** Said where the server answers the same day with another ledger than this device saw first. */
export function OtherLedgerToday() {
  return (
    <Alert color="red" role="alert" mt="sm" title="O livro mudou desde a sua primeira visita de hoje">
      O servidor mostra agora outro livro, que este aparelho não aceita no lugar do primeiro: o código acima é o do
      primeiro. Se hoje foi restaurada uma cópia, a administração terá avisado. Se não, não pague nem confirme nada, e
      mostre isto no grupo.
    </Alert>
  )
}
